package io.busbar.plan.compare;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Bar;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Curve;
import io.busbar.base.report.Report;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.answer.PlanAnswer.ScalingPoint;
import io.busbar.plan.answer.PlanAnswer.StageSummary;
import io.busbar.plan.compare.PlanComparison.Compared;
import io.busbar.plan.compare.PlanComparison.Difference;
import io.busbar.plan.compare.PlanComparison.PartDifference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A comparison of plans in blocks: verdict, what was asked, where the time goes. Stateless. */
public final class PlanComparisonReport {
  /** Name and version of its JSON. */
  public static final String SCHEMA = "busbar/plan-comparison/1";

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

  private PlanComparisonReport() {}

  /**
   * @param names what the plans are called
   * @param asked what differs between the questions, as rows: a label, then a value for each plan
   */
  public static Report of(List<String> names, List<PlanAnswer> answers, List<List<String>> asked) {
    PlanComparison comparison = PlanComparison.of(names, answers);
    List<Block> blocks = new ArrayList<>();
    for (Difference difference : comparison.differences()) {
      blocks.add(new Block.Note("", verdict(difference, comparison.plans().getFirst())));
    }
    blocks.add(step(names, answers));
    if (!asked.isEmpty()) {
      blocks.add(new Block.Table("What differs in the question", columns("", names), asked, ""));
    }
    blocks.add(figures(comparison));
    if (!comparison.differences().isEmpty()) {
      blocks.add(parts(comparison));
    }
    blocks.add(memory(names, answers));
    blocks.add(scaling(names, answers));
    return new Report(SCHEMA, "Comparison of " + String.join(", ", names), comparison, blocks);
  }

  private static String verdict(Difference d, Compared first) {
    String than = " than " + first.name();
    if (Math.abs(d.stepShare()) < SAME && Math.abs(d.tokensPerGpuShare()) < SAME) {
      return d.name() + " takes as long as " + first.name() + ".";
    }
    String step =
        String.format(
            Locale.ROOT,
            "%s takes %s %s%s (%s) and does %s %s tokens per second and GPU: ",
            d.name(),
            TimeSpan.print(Math.abs(d.stepS())),
            d.stepS() < 0 ? "less" : "longer",
            than,
            signed(d.stepShare()),
            Share.print(Math.abs(d.tokensPerGpuShare())),
            d.tokensPerGpuShare() < 0 ? "fewer" : "more");
    List<PartDifference> largest =
        d.parts().stream()
            .filter(p -> p.seconds() != 0)
            .sorted(Comparator.comparingDouble(p -> -Math.abs(p.seconds())))
            .limit(REASONS)
            .toList();
    List<String> reasons = new ArrayList<>();
    largest.forEach(p -> reasons.add(words(p.part()) + " " + seconds(p.seconds())));
    return step + String.join(", ", reasons) + ".";
  }

  private static Block.Bars step(List<String> names, List<PlanAnswer> answers) {
    Set<String> parts = new LinkedHashSet<>();
    answers.forEach(a -> a.stepParts().forEach(p -> parts.add(p.part())));
    parts.removeIf(part -> answers.stream().allMatch(a -> PlanComparison.seconds(a, part) == 0));
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      PlanAnswer answer = answers.get(i);
      bars.add(
          new Bar(
              names.get(i),
              parts.stream().map(part -> PlanComparison.seconds(answer, part)).toList()));
    }
    List<String> labels = parts.stream().map(PlanComparisonReport::words).toList();
    return new Block.Bars("Where the step's time goes", "s", labels, bars, Double.NaN, "");
  }

  private static Block.Table figures(PlanComparison comparison) {
    List<List<String>> rows = new ArrayList<>();
    row(rows, comparison, "step", Compared::stepS, TimeSpan::print);
    row(rows, comparison, "tokens/s", Compared::tokensPerS, PlanComparisonReport::whole);
    row(
        rows,
        comparison,
        "tokens/s per GPU",
        Compared::tokensPerSPerGpu,
        PlanComparisonReport::whole);
    row(rows, comparison, "MFU", Compared::mfuCausal, Share::print);
    row(rows, comparison, "exposed communication", Compared::exposedS, TimeSpan::print);
    row(rows, comparison, "peak memory", Compared::peakBytes, PlanComparisonReport::size);
    row(rows, comparison, "memory left", Compared::headroomBytes, PlanComparisonReport::size);
    if (comparison.plans().stream().allMatch(p -> p.perTrillionTokensUsd() != null)) {
      row(
          rows,
          comparison,
          "cost per trillion tokens",
          PlanComparisonReport::cost,
          usd -> Money.ofDollars(usd).toString());
    }
    List<String> headers = new ArrayList<>();
    comparison.plans().forEach(p -> headers.add(p.name()));
    comparison
        .differences()
        .forEach(d -> headers.add(d.name() + " against " + comparison.plans().getFirst().name()));
    return new Block.Table("What comes of it", columns("", headers), rows, "");
  }

  private static double cost(Compared plan) {
    Double usd = plan.perTrillionTokensUsd();
    return usd == null ? Double.NaN : usd;
  }

  private static void row(
      List<List<String>> rows,
      PlanComparison comparison,
      String label,
      ToDoubleFunction<Compared> value,
      Function<Double, String> printed) {
    List<String> cells = new ArrayList<>(List.of(label));
    comparison.plans().forEach(p -> cells.add(printed.apply(value.applyAsDouble(p))));
    double first = value.applyAsDouble(comparison.plans().getFirst());
    for (int i = 1; i < comparison.plans().size(); i++) {
      double other = value.applyAsDouble(comparison.plans().get(i));
      cells.add(first == 0 ? "–" : signed(other / first - 1));
    }
    rows.add(cells);
  }

  private static Block.Table parts(PlanComparison comparison) {
    List<Column> columns = new ArrayList<>(List.of(Column.text("part of the step")));
    comparison.differences().forEach(d -> columns.add(Column.number(d.name())));
    List<List<String>> rows = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    comparison.differences().forEach(d -> d.parts().forEach(p -> names.add(p.part())));
    for (String part : names) {
      List<String> cells = new ArrayList<>(List.of(words(part)));
      for (Difference d : comparison.differences()) {
        cells.add(
            d.parts().stream()
                .filter(p -> p.part().equals(part))
                .map(p -> seconds(p.seconds()))
                .findFirst()
                .orElse("–"));
      }
      if (cells.stream().skip(1).anyMatch(cell -> !cell.equals("0"))) {
        rows.add(cells);
      }
    }
    List<String> sum = new ArrayList<>(List.of("the step"));
    comparison.differences().forEach(d -> sum.add(seconds(d.stepS())));
    rows.add(sum);
    String first = comparison.plans().getFirst().name();
    return new Block.Table(
        "Where the difference to " + first + " comes from",
        columns,
        rows,
        "minus is less time; the parts add up to the step");
  }

  private static Block.Bars memory(List<String> names, List<PlanAnswer> answers) {
    Set<String> parts = new LinkedHashSet<>();
    answers.forEach(a -> parts.addAll(heaviest(a).partsBytes().keySet()));
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      StageSummary stage = heaviest(answers.get(i));
      bars.add(
          new Bar(
              names.get(i),
              parts.stream().map(p -> stage.partsBytes().getOrDefault(p, 0.0)).toList()));
    }
    double least =
        answers.stream().mapToDouble(a -> a.memory().capacityBytes()).min().orElse(Double.NaN);
    boolean same = answers.stream().allMatch(a -> a.memory().capacityBytes() == least);
    List<String> labels = parts.stream().map(PlanComparisonReport::words).toList();
    return new Block.Bars(
        "Memory of the heaviest stage",
        "B",
        labels,
        bars,
        least,
        same ? "capacity" : "least capacity");
  }

  private static StageSummary heaviest(PlanAnswer answer) {
    return answer.memory().stages().get(answer.memory().heaviestStage());
  }

  private static Block.Series scaling(List<String> names, List<PlanAnswer> answers) {
    List<Curve> curves = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      List<ScalingPoint> points = answers.get(i).scaling().weak();
      curves.add(
          new Curve(
              names.get(i),
              points.stream().map(p -> (double) p.gpus()).toList(),
              points.stream().map(p -> 100 * p.efficiency()).toList()));
    }
    return new Block.Series(
        "Scaling efficiency, batch growing with the cluster",
        "GPUs",
        "scaling efficiency (%)",
        true,
        curves);
  }

  private static List<Column> columns(String first, List<String> names) {
    List<Column> columns = new ArrayList<>(List.of(Column.text(first)));
    names.forEach(name -> columns.add(Column.number(name)));
    return columns;
  }

  private static String seconds(double seconds) {
    return seconds == 0 ? "0" : (seconds < 0 ? "−" : "+") + TimeSpan.print(Math.abs(seconds));
  }

  private static String signed(double share) {
    return Math.abs(share) < SAME ? "same" : (share < 0 ? "−" : "+") + Share.print(Math.abs(share));
  }

  private static String size(double bytes) {
    return bytes < 0 ? "−" + DataSize.print(-bytes) : DataSize.print(bytes);
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  /** As the pictures of a single plan have it, so that a colour means the same there. */
  private static String words(String name) {
    String axis = AXES.get(name.replace('-', '_').replaceAll("_exposed$", ""));
    return name.endsWith("exposed") && axis != null ? axis + " exposed" : plain(name);
  }

  private static String plain(String name) {
    return name.replace('_', ' ').replace('-', ' ');
  }
}
