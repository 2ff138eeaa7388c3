package io.busbar.plan.scaling;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.LayoutRequest;
import io.busbar.model.training.TrainingRequest;
import io.busbar.plan.answer.PlanAnswer.StepPart;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.search.LayoutSearch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Scaling efficiency from the user's own runs: tokens per second and GPU over those of the smallest
 * run. With a plan, each run is held against the plan's prediction for its size and the loss is
 * attributed; without one only efficiencies and their worth are told. Stateless.
 */
public final class MeasuredScaling {
  public static final String SCHEMA = "busbar/scaling/1";

  private MeasuredScaling() {}

  /**
   * The answer.
   *
   * @param points by number of GPUs; the first is the baseline
   * @param pointPerYearUsd worth of a point of efficiency on the largest run; null without a price
   * @param lossPerYearUsd what the largest run loses against perfect scaling; null without a price
   */
  public record Answer(
      List<Point> points,
      @Nullable Double pointPerYearUsd,
      @Nullable Double lossPerYearUsd,
      List<Finding> findings) {}

  /**
   * One run.
   *
   * @param efficiency measured, over the baseline
   * @param predictedTokensPerS by the plan at this size; null when there is no plan or its layout
   *     does not exist there
   * @param predictedEfficiency over the plan's own prediction for the baseline
   * @param predictedLossShares what the predicted loss consists of
   * @param unexplainedShare predicted minus measured efficiency
   */
  public record Point(
      int gpus,
      double tokensPerS,
      double tokensPerSPerGpu,
      double efficiency,
      @Nullable Double predictedTokensPerS,
      @Nullable Double predictedEfficiency,
      List<StepPart> predictedLossShares,
      @Nullable Double unexplainedShare) {}

  /**
   * What runs are held against.
   *
   * @param situation the plan, evaluated
   * @param request what it asked for, for the question whether any layout fits a smaller size
   */
  public record Plan(Situation situation, TrainingRequest request) {}

  public static Report report(
      List<Measured> runs, @Nullable Plan plan, @Nullable Money price, double hoursPerYear) {
    List<Finding> findings = new ArrayList<>();
    List<Point> points = points(runs, plan);
    if (plan != null) {
      memory(runs.getFirst(), plan, findings);
    }
    Point last = points.getLast();
    Double worth = price == null ? null : 0.01 * last.gpus() * price.dollars() * hoursPerYear;
    Double lost = worth == null ? null : worth * 100 * (1 - last.efficiency());
    superlinear(last, findings);
    Answer answer = new Answer(points, worth, lost, findings);
    List<Block> blocks = new ArrayList<>();
    blocks.add(table(points));
    if (plan != null) {
      blocks.add(losses(points));
    }
    if (worth != null && lost != null) {
      blocks.add(money(last, worth, lost));
    }
    if (!findings.isEmpty()) {
      blocks.add(new Block.Findings("What to know", findings));
    }
    return new Report(SCHEMA, "Scaling efficiency", answer, blocks);
  }

  private static List<Point> points(List<Measured> runs, @Nullable Plan plan) {
    Measured base = runs.getFirst();
    double basePerGpu = base.tokensPerSecond() / base.gpus();
    Situation first = plan == null ? null : at(plan, base.gpus());
    List<Point> points = new ArrayList<>();
    for (Measured run : runs) {
      double perGpu = run.tokensPerSecond() / run.gpus();
      double efficiency = perGpu / basePerGpu;
      Situation here = plan == null ? null : at(plan, run.gpus());
      Double predicted = here == null ? null : here.tokensPerSecond();
      Double predictedEfficiency =
          here == null || first == null
              ? null
              : here.tokensPerSecond() / run.gpus() / (first.tokensPerSecond() / base.gpus());
      points.add(
          new Point(
              run.gpus(),
              run.tokensPerSecond(),
              perGpu,
              efficiency,
              predicted,
              predictedEfficiency,
              here == null || first == null ? List.of() : Scaling.losses(first, here),
              predictedEfficiency == null ? null : predictedEfficiency - efficiency));
    }
    return points;
  }

  private static @Nullable Situation at(Plan plan, int gpus) {
    Situation s = plan.situation();
    int perNode = s.cluster().node().gpus();
    var p = s.training().parallelism();
    long replica = (long) p.tp() * p.pp() * p.cp();
    return gpus % perNode != 0 || gpus % replica != 0
        ? null
        : Scaling.at(s, gpus / perNode, replica, true);
  }

  /** Whether any layout at all could have held the model on the baseline's GPUs. */
  private static void memory(Measured base, Plan plan, List<Finding> findings) {
    Situation s = plan.situation();
    int perNode = s.cluster().node().gpus();
    if (base.gpus() % perNode != 0) {
      return;
    }
    Cluster small = s.cluster().withNodes(base.gpus() / perNode);
    TrainingRequest open =
        new TrainingRequest(
            LayoutRequest.free(),
            plan.request().sequence(),
            plan.request().globalBatch(),
            null,
            plan.request().numerics(),
            null,
            1,
            plan.request().trained(),
            plan.request().overlap(),
            plan.request().software(),
            plan.request().offload(),
            plan.request().leftOpen());
    LayoutSearch.Found found = new LayoutSearch(s.model(), small, open, s.times()).run(1);
    if (found.best().isEmpty() && found.valid() > 0) {
      findings.add(
          new Finding(
              "baseline-out-of-memory",
              Severity.WARNING,
              String.format(
                  Locale.ROOT,
                  "%s cannot have trained on %d GPUs of %s each",
                  s.model().name(),
                  base.gpus(),
                  DataSize.print(s.cluster().node().gpu().memoryBytes())),
              String.format(
                  Locale.ROOT,
                  "none of %,d layouts fits without offload, so the baseline is another set-up and"
                      + " its efficiency says little",
                  found.valid()),
              List.of(),
              List.of("take the smallest run of the same model and set-up as baseline")));
    }
  }

  private static void superlinear(Point last, List<Finding> findings) {
    if (last.efficiency() > 1.02) {
      findings.add(
          new Finding(
              "efficiency-over-one",
              Severity.WARNING,
              "the largest run is more efficient than the baseline: "
                  + Share.print(last.efficiency()),
              "more GPUs do not make one faster, so the baseline is slowed by something else"
                  + " (memory pressure, another batch or layout)",
              List.of(),
              List.of("measure the baseline again with the same set-up")));
    }
  }

  private static Block table(List<Point> points) {
    List<List<String>> rows = new ArrayList<>();
    for (Point p : points) {
      rows.add(
          List.of(
              Integer.toString(p.gpus()),
              String.format(Locale.ROOT, "%,.0f", p.tokensPerS()),
              String.format(Locale.ROOT, "%,.1f", p.tokensPerSPerGpu()),
              Share.print(p.efficiency()),
              p.predictedTokensPerS() == null
                  ? "-"
                  : String.format(Locale.ROOT, "%,.0f", p.predictedTokensPerS()),
              p.predictedEfficiency() == null ? "-" : Share.print(p.predictedEfficiency()),
              p.unexplainedShare() == null ? "-" : Share.print(p.unexplainedShare())));
    }
    return new Block.Table(
        "Measured and predicted",
        List.of(
            Column.number("GPUs"),
            Column.number("tokens/s"),
            Column.number("per GPU"),
            Column.number("efficiency"),
            Column.number("plan tokens/s"),
            Column.number("plan efficiency"),
            Column.number("not explained")),
        rows,
        "efficiency: tokens per second and GPU over those of the smallest run");
  }

  private static Block losses(List<Point> points) {
    List<List<String>> rows = new ArrayList<>();
    for (Point p : points) {
      p.predictedLossShares().stream()
          .filter(l -> Math.abs(l.share()) >= 0.001)
          .sorted(Comparator.comparingDouble(l -> -l.share()))
          .forEach(l ->
              rows.add(
                  List.of(
                      Integer.toString(p.gpus()),
                      l.part().replace('_', ' '),
                      Share.print(l.share()),
                      TimeSpan.print(l.seconds()))));
    }
    return new Block.Table(
        "What the plan attributes the loss to",
        List.of(
            Column.number("GPUs"),
            Column.text("part"),
            Column.number("of a token's time"),
            Column.number("per step")),
        rows,
        rows.isEmpty() ? "the plan's layout does not exist at the baseline's size" : "");
  }

  private static Block money(Point last, double worth, double lost) {
    return new Block.Figures(
        "What it is worth",
        List.of(
            new Block.Figure(
                "a point of efficiency", Money.ofDollars(worth) + " a year", last.gpus() + " GPUs"),
            new Block.Figure(
                "lost against perfect scaling",
                Money.ofDollars(Math.max(0, lost)) + " a year",
                Share.print(1 - last.efficiency()))));
  }
}
