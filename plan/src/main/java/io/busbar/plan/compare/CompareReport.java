package io.busbar.plan.compare;

import static java.util.stream.Collectors.joining;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Bar;
import io.busbar.base.report.Block.Bars;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Curve;
import io.busbar.base.report.Block.Findings;
import io.busbar.base.report.Block.Note;
import io.busbar.base.report.Block.Series;
import io.busbar.base.report.Block.Table;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.answer.PlanAnswer.ScalingPoint;
import io.busbar.plan.compare.CompareAnswer.Difference;
import io.busbar.plan.compare.CompareAnswer.Figures;
import io.busbar.plan.compare.CompareAnswer.Input;
import io.busbar.plan.compare.CompareAnswer.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** A comparison in blocks: who is fastest, what differs, where time and memory go. Stateless. */
public final class CompareReport {
  public static final String SCHEMA = "busbar/plan-compare/1";

  /** Figures of memory that are no part of a GPU's. */
  private static final Predicate<Figures> WHOLE =
      f -> Set.of("peak", "capacity", "host memory").contains(f.what());

  private static final Map<String, String> AXES =
      Map.of(
          "tensor_parallel", "TP",
          "context", "CP",
          "context_parallel", "CP",
          "expert", "EP",
          "expert_parallel", "EP",
          "pipeline", "PP",
          "pipeline_parallel", "PP",
          "data_parallel", "DP");

  private static final int REASONS = 3;
  private static final double SAME = 5e-4;

  private CompareReport() {}

  public static Report of(CompareAnswer c) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Findings("", verdicts(c)));
    String reasons = c.differences().stream().map(d -> difference(d, c)).collect(joining("\n"));
    blocks.add(new Note("", reasons));
    blocks.add(bars(c));
    blocks.add(plans(c));
    blocks.add(inputs(c));
    blocks.add(parts(c));
    blocks.add(memory(c));
    List<Figures> figures = new ArrayList<>(c.memory().stream().filter(WHOLE).toList());
    figures.addAll(c.money());
    blocks.add(figures("Memory per GPU, cost and energy", figures, c));
    blocks.add(scaling(c));
    return new Report(SCHEMA, c.names().size() + " plans side by side", c, blocks);
  }

  private static String time(CompareAnswer c) {
    return String.format(Locale.ROOT, "Time for %,d tokens", c.tokens());
  }

  private static List<Finding> verdicts(CompareAnswer c) {
    List<Finding> all = new ArrayList<>();
    List<Double> seconds = c.time().getFirst().values();
    Integer fastest = c.fastest();
    if (fastest == null) {
      all.add(told(Severity.CRITICAL, "none of them fits in memory"));
    } else {
      StringBuilder line = new StringBuilder(c.letters().get(fastest));
      line.append(" is the fastest that fits: ").append(TimeSpan.print(seconds.get(fastest)));
      for (int i = 0; i < seconds.size(); i++) {
        if (i != fastest) {
          line.append(
              String.format(
                  Locale.ROOT,
                  "; %s takes %.2f times as long",
                  c.letters().get(i),
                  seconds.get(i) / seconds.get(fastest)));
        }
      }
      all.add(told(Severity.INFO, line.toString()));
    }
    for (int i = 0; i < c.plans().size(); i++) {
      String verdict = c.plans().get(i).memory().verdict();
      if (!verdict.equals("fits")) {
        boolean tight = verdict.equals("tight");
        all.add(
            told(
                tight ? Severity.WARNING : Severity.CRITICAL,
                c.letters().get(i) + (tight ? " is tight in memory" : " does not fit in memory")));
      }
    }
    return all;
  }

  /** What makes the difference, the largest parts first. */
  private static String difference(Difference d, CompareAnswer c) {
    String first = c.letters().getFirst();
    if (Math.abs(d.share()) < SAME && Math.abs(d.tokensPerGpuShare()) < SAME) {
      return d.letter() + " takes as long as " + first + ".";
    }
    String reasons =
        d.parts().stream()
            .filter(p -> p.seconds() != 0)
            .sorted(Comparator.comparingDouble(p -> -Math.abs(p.seconds())))
            .limit(REASONS)
            .map(p -> words(p.part()) + " " + signed(p.seconds()))
            .collect(joining(", "));
    return String.format(
        Locale.ROOT,
        "%s takes %s %s than %s (%s) and does %s %s tokens per second and GPU: %s.",
        d.letter(),
        TimeSpan.print(Math.abs(d.seconds())),
        d.seconds() < 0 ? "less" : "longer",
        first,
        share(d.share()),
        Share.print(Math.abs(d.tokensPerGpuShare())),
        d.tokensPerGpuShare() < 0 ? "fewer" : "more",
        reasons);
  }

  private static Finding told(Severity severity, String title) {
    return new Finding("", severity, title, "", List.of(), List.of());
  }

  private static Table plans(CompareAnswer c) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < c.plans().size(); i++) {
      PlanAnswer a = c.plans().get(i);
      rows.add(
          List.of(
              c.letters().get(i),
              a.name(),
              Long.toString(a.cluster().gpus()),
              TimeSpan.print(a.stepS()),
              String.format(Locale.ROOT, "%,d", a.globalBatchTokens()),
              String.format(Locale.ROOT, "%,.0f", a.tokensPerSPerGpu()),
              String.format(Locale.ROOT, "%.1f %%", a.mfuCausal() * 100),
              a.memory().verdict().replace('-', ' ')));
    }
    return new Table(
        "The plans",
        List.of(
            Column.text(""),
            Column.text("plan"),
            Column.number("GPUs"),
            Column.number("step"),
            Column.number("tokens"),
            Column.number("tokens/s/GPU"),
            Column.number("MFU"),
            Column.text("memory")),
        rows,
        "");
  }

  private static Table inputs(CompareAnswer c) {
    List<List<String>> rows = new ArrayList<>();
    for (Input input : c.inputs()) {
      List<String> row = new ArrayList<>(List.of(input.option()));
      row.addAll(input.values());
      rows.add(row);
    }
    return new Table(
        "What differs in the inputs, chosen ones included",
        columns("option", c, false),
        rows,
        rows.isEmpty() ? "nothing" : "");
  }

  private static List<Column> columns(String first, CompareAnswer c, boolean numbers) {
    List<Column> columns = new ArrayList<>(List.of(Column.text(first)));
    for (String letter : c.letters()) {
      columns.add(numbers ? Column.number(letter) : Column.text(letter));
    }
    return columns;
  }

  private static Bars bars(CompareAnswer c) {
    List<Figures> parts = c.time().subList(1, c.time().size());
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < c.names().size(); i++) {
      int plan = i;
      bars.add(new Bar(c.letters().get(i), parts.stream().map(p -> p.values().get(plan)).toList()));
    }
    return new Bars(
        time(c), "s", parts.stream().map(p -> words(p.what())).toList(), bars, Double.NaN, "");
  }

  private static Table parts(CompareAnswer c) {
    List<Column> columns = new ArrayList<>(List.of(Column.text("part")));
    c.differences().forEach(d -> columns.add(Column.number(d.letter())));
    List<List<String>> rows = new ArrayList<>();
    List<Part> parts = c.differences().getFirst().parts();
    for (int part = 0; part < parts.size(); part++) {
      int at = part;
      List<String> row = new ArrayList<>(List.of(words(parts.get(part).part())));
      c.differences().forEach(d -> row.add(signed(d.parts().get(at).seconds())));
      if (row.stream().skip(1).anyMatch(cell -> !cell.equals("0"))) {
        rows.add(row);
      }
    }
    List<String> sum = new ArrayList<>(List.of("all"));
    c.differences().forEach(d -> sum.add(signed(d.seconds())));
    rows.add(sum);
    return new Table(
        "Where the difference to " + c.letters().getFirst() + " comes from",
        columns,
        rows,
        "minus is less time; the parts add up");
  }

  private static Bars memory(CompareAnswer c) {
    List<Figures> parts = c.memory().stream().filter(WHOLE.negate()).toList();
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < c.letters().size(); i++) {
      int plan = i;
      bars.add(new Bar(c.letters().get(i), parts.stream().map(p -> p.values().get(plan)).toList()));
    }
    List<Double> capacities =
        c.plans().stream().map(plan -> plan.memory().capacityBytes()).distinct().sorted().toList();
    return new Bars(
        "Memory of the heaviest stage, per GPU",
        "B",
        parts.stream().map(p -> words(p.what())).toList(),
        bars,
        capacities.getFirst(),
        capacities.size() == 1 ? "capacity" : "least capacity");
  }

  private static Series scaling(CompareAnswer c) {
    List<Curve> curves = new ArrayList<>();
    for (int i = 0; i < c.letters().size(); i++) {
      List<ScalingPoint> points = c.plans().get(i).scaling().weak();
      curves.add(
          new Curve(
              c.letters().get(i),
              points.stream().map(p -> (double) p.gpus()).toList(),
              points.stream().map(p -> 100 * p.efficiency()).toList()));
    }
    return new Series(
        "Scaling efficiency, batch growing with the cluster",
        "GPUs",
        "scaling efficiency (%)",
        true,
        curves);
  }

  private static Table figures(String title, List<Figures> figures, CompareAnswer c) {
    List<List<String>> rows = new ArrayList<>();
    for (Figures f : figures) {
      List<String> row = new ArrayList<>(List.of(words(f.what())));
      f.values().forEach(v -> row.add(print(v, f.unit())));
      rows.add(row);
    }
    return new Table(title, columns("part", c, true), rows, "");
  }

  private static String print(double value, String unit) {
    return switch (unit) {
      case "s" -> TimeSpan.print(value);
      case "B" -> DataSize.print(value);
      case "USD" -> Money.ofDollars(value).toString();
      default -> String.format(Locale.ROOT, "%,.2f %s", value, unit);
    };
  }

  private static String signed(double seconds) {
    return seconds == 0 ? "0" : (seconds < 0 ? "−" : "+") + TimeSpan.print(Math.abs(seconds));
  }

  private static String share(double share) {
    return (share < 0 ? "−" : "+") + Share.print(Math.abs(share));
  }

  /** As the pictures of a single plan have it, so that a colour means the same there. */
  private static String words(String name) {
    String axis = AXES.get(name.replace('-', '_').replaceAll("_exposed$", ""));
    return name.endsWith("exposed") && axis != null
        ? axis + " exposed"
        : name.replace('_', ' ').replace('-', ' ');
  }
}
