package io.busbar.plan.space;

import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Curve;
import io.busbar.base.report.Block.Findings;
import io.busbar.base.report.Block.Note;
import io.busbar.base.report.Block.Series;
import io.busbar.base.report.Block.Table;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import io.busbar.plan.space.SearchAnswer.Choice;
import io.busbar.plan.space.SearchAnswer.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The answer of a search in blocks: what to take, the front, the picture. Stateless. */
public final class SearchReport {
  public static final String SCHEMA = "busbar/search/1";

  private static final int SHOWN = 20;
  private static final int MOST_CURVES = 8;
  private static final double DAY = 86400;
  private static final double TRILLION = 1e12;

  private SearchReport() {}

  /**
   * The report.
   *
   * @param prices where prices come from, one sentence
   */
  public static Report of(SearchAnswer answer, String prices) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Findings("", verdicts(answer)));
    if (!answer.front().isEmpty()) {
      blocks.add(table(answer));
      blocks.add(picture(answer));
    }
    blocks.add(new Note("", looked(answer) + "\n" + prices));
    return new Report(SCHEMA, "What to take: " + answer.name(), answer, blocks);
  }

  private static List<Finding> verdicts(SearchAnswer answer) {
    List<Finding> all = new ArrayList<>();
    if (answer.choices().isEmpty()) {
      all.add(
          new Finding(
              "search-nothing-fits",
              Severity.CRITICAL,
              "no set-up keeps to the rules of layouts, to the limits on the cluster and to memory",
              looked(answer),
              List.of(),
              List.of("widen the lists of clusters, batches or degrees")));
      return all;
    }
    boolean limits = limits(answer);
    for (Choice choice : answer.choices()) {
      String model = choice.row().model();
      if (!choice.met() && all.stream().noneMatch(f -> f.title().startsWith(model))) {
        all.add(
            new Finding(
                "search-unmet",
                Severity.CRITICAL,
                model + ": no set-up keeps to what was asked for: " + question(answer),
                "the nearest ones follow",
                List.of(),
                List.of()));
      }
      if (first(answer, choice)) {
        all.add(finding(answer, choice, limits));
      }
    }
    return all;
  }

  /** Whether no choice before is the same set-up. */
  private static boolean first(SearchAnswer answer, Choice choice) {
    return answer.choices().stream()
            .filter(c -> c.row().index() == choice.row().index())
            .findFirst()
            .orElseThrow()
        == choice;
  }

  private static Finding finding(SearchAnswer answer, Choice choice, boolean limits) {
    Row row = choice.row();
    String by =
        answer.choices().stream()
            .filter(c -> c.row().index() == row.index())
            .map(SearchReport::measure)
            .collect(Collectors.joining(" and "));
    return new Finding(
        "search-" + choice.by().replace('_', '-'),
        Severity.INFO,
        by + (choice.met() && limits ? " within the limits: " : ": ") + deal(row),
        words(row),
        List.of(),
        row.command().isEmpty() ? List.of() : List.of("see why: " + row.command()));
  }

  private static String measure(Choice choice) {
    return choice.by().startsWith("cheapest")
        ? "the cheapest"
        : choice.by().startsWith("fastest") ? "the fastest" : "the fewest GPUs";
  }

  private static boolean limits(SearchAnswer answer) {
    SearchAnswer.Asked a = answer.asked();
    return a.deadlineS() != null
        || a.budgetUsd() != null
        || a.purchaseUsd() != null
        || a.maxGpus() != null
        || a.minHeadroomShare() > 0;
  }

  private static String question(SearchAnswer answer) {
    SearchAnswer.Asked a = answer.asked();
    List<String> parts = new ArrayList<>();
    if (a.deadlineS() != null) {
      parts.add("within " + days(a.deadlineS()));
    }
    if (a.budgetUsd() != null) {
      parts.add("for " + Money.ofDollars(a.budgetUsd()));
    }
    if (a.purchaseUsd() != null) {
      parts.add("bought for " + Money.ofDollars(a.purchaseUsd()));
    }
    if (a.maxGpus() != null) {
      parts.add("on at most " + a.maxGpus() + " GPUs");
    }
    if (a.minHeadroomShare() > 0) {
      parts.add("with " + Share.print(a.minHeadroomShare()) + " of memory free");
    }
    return String.join(", ", parts);
  }

  /** Cluster, time and money in one line. */
  private static String deal(Row r) {
    String what =
        r.cluster().name() + fabric(r) + ", " + r.cluster().gpus() + " GPUs, " + r.model();
    Double train = r.time().trainS();
    Double run = r.cost().runUsd();
    return train == null || run == null
        ? what
            + ", step "
            + TimeSpan.print(r.time().stepS())
            + ", "
            + Money.ofDollars(r.cost().perTrillionTokensUsd())
            + " per 10^12 tokens"
        : what + ", in " + days(train) + " for " + Money.ofDollars(run);
  }

  private static String fabric(Row r) {
    return r.cluster().fabric().isEmpty() ? "" : " (" + r.cluster().fabric() + ")";
  }

  private static String words(Row r) {
    return String.format(
        Locale.ROOT,
        "%s, micro-batch %d, global batch %,d sequences, recompute %s: step %s, %,.0f tokens/s,"
            + " goodput %s, %.1f MWh at the meter per 10^12 tokens, %s of memory free; bought, the"
            + " cluster costs %s",
        split(r),
        r.layout().microBatch(),
        r.globalBatch(),
        recompute(r),
        TimeSpan.print(r.time().stepS()),
        r.time().tokensPerS(),
        Share.print(r.time().goodputShare()),
        r.energy().perTrillionTokensJ() / 3.6e9,
        Share.print(r.memory().headroomShare()),
        Money.ofDollars(r.cost().purchaseUsd()));
  }

  private static String recompute(Row r) {
    double share = r.layout().recomputeShare();
    String mode = r.layout().recompute();
    return share > 0 && share < 1 ? mode + " of " + Share.print(share) : mode;
  }

  private static String split(Row r) {
    var l = r.layout();
    return "tp "
        + l.tp()
        + ", pp "
        + l.pp()
        + (l.virtualStages() > 1 ? " x " + l.virtualStages() : "")
        + (l.cp() > 1 ? ", cp " + l.cp() : "")
        + (l.ep() > 1 ? ", ep " + l.ep() : "")
        + ", dp "
        + l.dp()
        + (l.sharding().equals("optimizer") ? "" : ", sharded " + l.sharding());
  }

  /** The cheapest point of each cluster: the deals among which a buyer chooses. */
  private static Map<String, Row> deals(SearchAnswer answer) {
    Map<String, Row> byCluster = new LinkedHashMap<>();
    for (Row row : answer.front()) {
      byCluster.putIfAbsent(row.model() + " " + row.cluster().name() + fabric(row), row);
    }
    return byCluster;
  }

  private static Table table(SearchAnswer answer) {
    Map<String, Row> byCluster = deals(answer);
    List<List<String>> rows = new ArrayList<>();
    boolean models = byCluster.values().stream().map(Row::model).distinct().count() > 1;
    for (Row r : byCluster.values()) {
      if (rows.size() < SHOWN) {
        rows.add(cells(r, models));
      }
    }
    boolean tokens = answer.asked().tokens() != null;
    List<Column> columns = new ArrayList<>();
    if (models) {
      columns.add(Column.text("Model"));
    }
    columns.addAll(
        List.of(
            Column.text("Cluster"),
            Column.number("GPUs"),
            Column.number("Step"),
            Column.number(tokens ? "Time" : "$ / 10^12 tokens"),
            Column.number(tokens ? "Cost" : "MWh / 10^12 tokens"),
            Column.number("Free"),
            Column.text("Layout")));
    String more =
        byCluster.size() > SHOWN ? " " + (byCluster.size() - SHOWN) + " more clusters." : "";
    return new Table(
        "Cheapest point of each cluster",
        columns,
        rows,
        "The front has "
            + answer.front().size()
            + " points over "
            + String.join(", ", answer.objectives())
            + "; --format json and --csv have all."
            + more);
  }

  private static List<String> cells(Row r, boolean models) {
    List<String> cells = new ArrayList<>();
    if (models) {
      cells.add(r.model());
    }
    Double train = r.time().trainS();
    Double run = r.cost().runUsd();
    cells.add(r.cluster().name() + fabric(r));
    cells.add(Long.toString(r.cluster().gpus()));
    cells.add(TimeSpan.print(r.time().stepS()));
    cells.add(
        train != null ? days(train) : Money.ofDollars(r.cost().perTrillionTokensUsd()).toString());
    cells.add(
        run != null
            ? Money.ofDollars(run).toString()
            : String.format(Locale.ROOT, "%.1f", r.energy().perTrillionTokensJ() / 3.6e9));
    cells.add(Share.print(r.memory().headroomShare()));
    cells.add(split(r));
    return cells;
  }

  private static String days(double seconds) {
    double days = seconds / DAY;
    return days >= 1
        ? String.format(Locale.ROOT, "%.1f d", days)
        : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
  }

  /** The deals over time, one curve for each kind of node and fabric. */
  private static Series picture(SearchAnswer answer) {
    boolean tokens = answer.asked().tokens() != null;
    Map<String, List<Row>> byNode = new LinkedHashMap<>();
    for (Row row : deals(answer).values()) {
      String node = row.model() + " on " + row.cluster().node() + fabric(row);
      byNode.computeIfAbsent(node, k -> new ArrayList<>()).add(row);
    }
    List<Curve> curves = new ArrayList<>();
    for (Map.Entry<String, List<Row>> node : byNode.entrySet()) {
      if (curves.size() < MOST_CURVES) {
        curves.add(curve(node.getKey(), node.getValue()));
      }
    }
    return new Series(
        "Time against cost, the cheapest point of each cluster",
        tokens ? "days for all tokens" : "days for 10^12 tokens",
        tokens ? "dollars" : "dollars for 10^12 tokens",
        true,
        curves);
  }

  private static Curve curve(String label, List<Row> rows) {
    List<Row> ordered = new ArrayList<>(rows);
    ordered.sort(Comparator.comparingDouble(SearchReport::seconds));
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (Row r : ordered) {
      Double run = r.cost().runUsd();
      x.add(seconds(r) / DAY);
      y.add(run != null ? run : r.cost().perTrillionTokensUsd() / r.time().goodputShare());
    }
    return new Curve(label, x, y);
  }

  /** For all tokens, else for 10¹². */
  private static double seconds(Row r) {
    Double train = r.time().trainS();
    return train != null ? train : TRILLION / r.time().tokensPerS() / r.time().goodputShare();
  }

  private static String looked(SearchAnswer answer) {
    SearchAnswer.Looked l = answer.looked();
    return String.format(
        Locale.ROOT,
        "%,d candidates%s: %,d keep the rules of layouts, %,d of them fit in memory, %,d were"
            + " priced; the others are beaten by a bound.",
        l.candidates(),
        l.complete() ? "" : " before the search was stopped",
        l.valid(),
        l.fitting(),
        l.priced());
  }
}
