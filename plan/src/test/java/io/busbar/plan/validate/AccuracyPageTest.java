package io.busbar.plan.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.base.scoring.Scores;
import io.busbar.formats.constants.Constant;
import io.busbar.formats.csv.CsvTable;
import io.busbar.plan.Times;
import io.busbar.plan.step.StepConstants;
import io.busbar.plan.validate.TrainingValidation.Answer;
import io.busbar.plan.validate.TrainingValidation.SourceScore;
import io.busbar.plan.validate.TrainingValidation.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The page on accuracy says what the resource and the scores say. Writes its figures anew with
 * {@code -Dbusbar.docs=write}, but for those of refits, which the tool {@link Accuracy} prints.
 */
class AccuracyPageTest {
  private static final Path FILE = Path.of("../docs/accuracy.md");
  private static final boolean WRITE = "write".equals(System.getProperty("busbar.docs"));
  private static final String MULTI_NODE = "vTrain measured multi-node";
  private static final String SINGLE_NODE = "vTrain measured single-node (sample)";
  private static final String BIG_SCIENCE = "BigScience tr11 (BLOOM) topology benchmarks";

  /** The cells of the table row whose first cell is this. */
  private static List<String> cells(String page, String first) {
    return page.lines()
        .filter(line -> line.startsWith("| " + first + " |"))
        .map(line -> Arrays.stream(line.split("\\|")).skip(1).map(String::strip).toList())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row of " + first));
  }

  /** The page with the cells after the first replaced in the row that begins with it. */
  private static String put(String page, String first, int from, String... values) {
    String start = "| " + first + " |";
    String[] old = cells(page, first).toArray(String[]::new);
    System.arraycopy(values, 0, old, from, values.length);
    String row = "| " + String.join(" | ", old) + " |";
    return replaceLine(page, start, row);
  }

  private static String replaceLine(String page, String start, String line) {
    int at = page.startsWith(start) ? 0 : page.indexOf("\n" + start) + 1;
    return page.substring(0, at) + line + page.substring(page.indexOf('\n', at));
  }

  private static void check(String page, String expected) throws IOException {
    if (WRITE) {
      Files.writeString(FILE, expected);
    } else {
      assertThat(page).isEqualTo(expected);
    }
  }

  @Test
  void lists_every_constant_with_its_value_quality_and_bounds() throws IOException {
    String page = Tables.text(FILE);
    String expected = page;
    for (Constant c : StepConstants.standard().all()) {
      List<String> cells = cells(page, "`" + c.name() + "`");
      assertThat(cells.get(2)).as(c.name()).isEqualTo(c.unit());
      assertThat(cells.get(3)).as(c.name()).isEqualToIgnoringCase(c.quality().name());
      String[] bounds = cells.get(5).split("–");
      assertThat(Double.parseDouble(bounds[0])).as(c.name()).isEqualTo(c.low());
      assertThat(Double.parseDouble(bounds[1])).as(c.name()).isEqualTo(c.high());
      if (Double.parseDouble(cells.get(1)) != c.value()) {
        expected = put(expected, cells.get(0), 1, Double.toString(c.value()));
      }
    }
    check(page, expected);
  }

  @Test
  void counts_the_fitted_constants() {
    String page = Tables.text(FILE);
    StepConstants standard = StepConstants.standard();
    int fitted = Fit.free(standard).size();
    assertThat(page).contains(fitted + " constants are fitted");
    assertThat(page).contains("The other " + (standard.all().size() - fitted) + " are");
  }

  @Test
  void gives_the_scores_as_they_are() throws IOException {
    assumeTrue(
        Files.isRegularFile(Tables.corpus()),
        "the corpus of published runs is not at " + Tables.corpus());
    CsvTable table = CsvTable.read(Tables.corpus());
    Answer answer = TrainingValidation.run(table, Times.NCCL);
    String page = Tables.text(FILE);
    String expected = kinds(summary(page, answer), answer, table);
    for (SourceScore score : answer.summary().sources()) {
      String rows = Integer.toString(score.rows());
      String bias = String.format(Locale.ROOT, "%+.1f %%", 100 * score.medianBias());
      String median = percent(score.medianError());
      expected = put(expected, score.source(), 1, rows, median, percent(score.p90Error()), bias);
    }
    check(page, expected);
  }

  private static String summary(String page, Answer answer) {
    Summary s = answer.summary();
    String means = "step time, %s, mean over sources";
    page = put(page, means.formatted("median"), 1, percent(s.medianError()));
    page = put(page, means.formatted("90th percentile"), 1, percent(s.p90Error()));
    String memory = "peak memory, median of " + s.memoryRows() + " rows";
    page = put(page, memory, 1, percent(s.memoryMedianError()));
    long ran = answer.rows().stream().filter(r -> r.status().equals("ok")).count();
    page = put(page, "runs that ran, called \"does not fit\"", 1, of(s.okCalledNotFitting(), ran));
    page =
        put(
            page,
            "runs out of memory, called \"does not fit\"",
            1,
            of(s.oomFlagged(), s.oomRows()));
    String multi = two(source(s, MULTI_NODE).kendallTauLayouts());
    String single = two(source(s, SINGLE_NODE).kendallTauLayouts());
    String sections = two(source(s, BIG_SCIENCE).kendallTauSections());
    String layouts = "Kendall tau of layouts, vTrain multi-node, single-node";
    page = put(page, layouts, 1, multi + ", " + single);
    page = put(page, "Kendall tau within BigScience sections", 1, sections);
    page = put(page, "vTrain multi-node", 2, multi);
    page = put(page, "vTrain single-node", 2, single);
    page = put(page, "BigScience sections", 2, sections);
    return put(page, "**mean over sources**", 2, bold(s.medianError()), bold(s.p90Error()));
  }

  /** The sentence on dense models and mixtures, up to what refits say. */
  private static String kinds(String page, Answer answer, CsvTable table) {
    Set<String> mixtures = new HashSet<>();
    for (CsvTable.Row row : table.rows()) {
      if (new RowReader(row).count("moe_experts", 0) > 1) {
        mixtures.add(row.text("id"));
      }
    }
    double[] dense = errors(answer, mixtures, false);
    double[] experts = errors(answer, mixtures, true);
    String start = "Dense models: median ";
    int from = page.indexOf(start);
    String said =
        "%s%s, p90 %s of %d rows. Mixtures of experts: %s and %s of %d rows"
            .formatted(
                start,
                percent(Scores.median(dense)),
                percent(Scores.quantile(dense, 0.9)),
                dense.length,
                percent(Scores.median(experts)),
                percent(Scores.quantile(experts, 0.9)),
                experts.length);
    return page.substring(0, from) + said + page.substring(page.indexOf(';', from));
  }

  private static double[] errors(Answer answer, Set<String> mixtures, boolean experts) {
    return answer.rows().stream()
        .filter(row -> mixtures.contains(row.id()) == experts && row.errorLog() != null)
        .mapToDouble(row -> row.errorLog() == null ? 0 : Math.abs(row.errorLog()))
        .toArray();
  }

  private static SourceScore source(Summary summary, String name) {
    return summary.sources().stream()
        .filter(score -> score.source().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no rows of " + name));
  }

  private static String of(int some, long all) {
    return some + " of " + all;
  }

  private static String two(@Nullable Double tau) {
    assertThat(tau).isNotNull();
    return String.format(Locale.ROOT, "%.2f", tau);
  }

  private static String bold(double share) {
    return String.format(Locale.ROOT, "**%.2f %%**", 100 * share);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
