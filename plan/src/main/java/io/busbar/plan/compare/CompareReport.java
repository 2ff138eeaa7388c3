package io.busbar.plan.compare;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Bar;
import io.busbar.base.report.Block.Bars;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Findings;
import io.busbar.base.report.Block.Table;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.compare.CompareAnswer.Figures;
import io.busbar.plan.compare.CompareAnswer.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A comparison in blocks: who is fastest, what differs, where time and memory go. Stateless. */
public final class CompareReport {
  public static final String SCHEMA = "busbar/plan-compare/1";

  private CompareReport() {}

  public static Report of(CompareAnswer c) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Findings("", verdicts(c)));
    blocks.add(plans(c));
    blocks.add(inputs(c));
    blocks.add(bars(c));
    blocks.add(figures("Memory of the heaviest stage, per GPU", c.memory(), c));
    if (!c.money().isEmpty()) {
      blocks.add(figures("Cost and energy", c.money(), c));
    }
    return new Report(SCHEMA, c.names().size() + " plans side by side", c, blocks);
  }

  /** A, B, C … stand for the plans, whose names are too long for columns. */
  private static String letter(int plan) {
    return Character.toString('A' + plan);
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
      StringBuilder line = new StringBuilder(letter(fastest));
      line.append(" is the fastest that fits: ").append(TimeSpan.print(seconds.get(fastest)));
      for (int i = 0; i < seconds.size(); i++) {
        if (i != fastest) {
          line.append(
              String.format(
                  Locale.ROOT,
                  "; %s takes %.2f times as long",
                  letter(i),
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
                letter(i) + (tight ? " is tight in memory" : " does not fit in memory")));
      }
    }
    return all;
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
              letter(i),
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
    for (int i = 0; i < c.names().size(); i++) {
      columns.add(numbers ? Column.number(letter(i)) : Column.text(letter(i)));
    }
    return columns;
  }

  private static Bars bars(CompareAnswer c) {
    List<Figures> parts = c.time().subList(1, c.time().size());
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < c.names().size(); i++) {
      int plan = i;
      bars.add(new Bar(letter(i), parts.stream().map(p -> p.values().get(plan)).toList()));
    }
    return new Bars(
        time(c), "s", parts.stream().map(p -> words(p.what())).toList(), bars, Double.NaN, "");
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

  private static String words(String name) {
    return name.replace('_', ' ');
  }
}
