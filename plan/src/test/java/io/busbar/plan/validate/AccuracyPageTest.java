package io.busbar.plan.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.formats.csv.CsvTable;
import io.busbar.formats.constants.Constant;
import io.busbar.plan.step.StepConstants;
import io.busbar.plan.validate.TrainingValidation.SourceScore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page on accuracy says what the resource and the scores say. */
class AccuracyPageTest {
  private static final String PAGE = Tables.text(Path.of("../docs/accuracy.md"));

  /** The cells of the table row whose first cell is this. */
  private static List<String> cells(String first) {
    return PAGE.lines()
        .filter(line -> line.startsWith("| " + first + " |"))
        .map(line -> Arrays.stream(line.split("\\|")).skip(1).map(String::strip).toList())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row of " + first));
  }

  @Test
  void lists_every_constant_with_its_value_quality_and_bounds() {
    for (Constant c : StepConstants.standard().all()) {
      List<String> cells = cells("`" + c.name() + "`");
      assertThat(Double.parseDouble(cells.get(1))).as(c.name()).isEqualTo(c.value());
      assertThat(cells.get(2)).as(c.name()).isEqualTo(c.unit());
      assertThat(cells.get(3)).as(c.name()).isEqualToIgnoringCase(c.quality().name());
      String[] bounds = cells.get(5).split("–");
      assertThat(Double.parseDouble(bounds[0])).as(c.name()).isEqualTo(c.low());
      assertThat(Double.parseDouble(bounds[1])).as(c.name()).isEqualTo(c.high());
    }
  }

  @Test
  void counts_the_fitted_constants() {
    StepConstants standard = StepConstants.standard();
    int fitted = Fit.free(standard).size();
    assertThat(PAGE).contains(fitted + " constants are fitted");
    assertThat(PAGE).contains("The other " + (standard.all().size() - fitted) + " are");
  }

  @Test
  void gives_the_scores_of_every_source_as_they_are() {
    assumeTrue(
        Files.isRegularFile(Tables.corpus()),
        "the corpus of published runs is not at " + Tables.corpus());
    TrainingValidation.Answer answer = TrainingValidation.run(CsvTable.read(Tables.corpus()));
    for (SourceScore score : answer.summary().sources()) {
      List<String> cells = cells(score.source());
      assertThat(Integer.parseInt(cells.get(1))).as(score.source()).isEqualTo(score.rows());
      assertThat(percent(cells.get(2))).isCloseTo(score.medianError(), within(1e-3));
      assertThat(percent(cells.get(3))).isCloseTo(score.p90Error(), within(1e-3));
      assertThat(percent(cells.get(4))).isCloseTo(score.medianBias(), within(1e-3));
    }
  }

  private static double percent(String cell) {
    return Double.parseDouble(cell.replace("%", "").strip()) / 100;
  }
}
