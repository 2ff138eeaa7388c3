package io.busbar.plan;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Block.Figures;
import io.busbar.base.report.Block.Findings;
import io.busbar.base.report.Block.Reasons;
import io.busbar.base.report.Block.Table;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.answer.PlanAnswer.DimensionSummary;
import io.busbar.plan.answer.PlanAnswer.EffectSummary;
import io.busbar.plan.answer.PlanAnswer.GapSummary;
import io.busbar.plan.answer.PlanAnswer.LayoutChoice;
import io.busbar.plan.answer.PlanAnswer.LayoutSummary;
import io.busbar.plan.answer.PlanAnswer.OutsideSummary;
import io.busbar.plan.answer.PlanAnswer.ScalingPoint;
import io.busbar.plan.answer.PlanAnswer.StepPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A plan's answer in blocks, in the order in which people ask. Stateless. */
public final class PlanReport {
  public static final String SCHEMA = "busbar/plan/1";

  private PlanReport() {}

  /** The first screen alone. */
  public static Report brief(Planned planned) {
    PlanAnswer a = planned.answer();
    return new Report(SCHEMA, a.name(), a, FirstScreen.of(a));
  }

  /**
   * @param complete whether the timeline shows every micro-batch, for a trace
   */
  public static Report of(Planned planned, boolean complete) {
    PlanAnswer a = planned.answer();
    List<Block> blocks = new ArrayList<>(FirstScreen.of(a));
    if (!a.layouts().isEmpty()) {
      blocks.add(layouts(a));
    }
    blocks.addAll(PlanPictures.step(planned, complete));
    blocks.add(communication(a, ReplicaExchange.words(planned.situation())));
    blocks.add(gradients(a));
    blocks.addAll(PlanPictures.memory(planned));
    if (a.gap() != null) {
      blocks.add(gap(a.gap()));
    }
    findings("What to change, by predicted gain", a.recommendations(), blocks);
    findings("What other stacks could do", a.elsewhere(), blocks);
    findings("What to know", FirstScreen.furtherFindings(a), blocks);
    blocks.add(effects(a));
    blocks.add(scaling(a));
    blocks.addAll(PlanPictures.scaling(planned));
    blocks.add(outside(a));
    blocks.addAll(PlanPictures.fabric(planned));
    if (a.textbook() != null) {
      blocks.addAll(a.textbook().blocks());
    }
    if (!planned.reasons().isEmpty()) {
      blocks.add(new Reasons("Why these figures", planned.reasons()));
    }
    return new Report(SCHEMA, a.name(), a, blocks);
  }

  private static void findings(String title, List<Finding> findings, List<Block> blocks) {
    if (!findings.isEmpty()) {
      blocks.add(new Findings(title, findings));
    }
  }

  /** {@code tp 8, pp 4 (interleaved, 5 virtual stages), dp 32, micro-batch 1, bf16}. */
  static String layout(LayoutSummary l) {
    StringBuilder out = new StringBuilder("tp " + l.tp() + ", pp " + l.pp());
    if (l.pp() > 1) {
      out.append(" (").append(l.schedule());
      if (l.virtualStages() > 1) {
        out.append(", ").append(l.virtualStages()).append(" virtual stages");
      }
      out.append(')');
    }
    if (l.cp() > 1) {
      out.append(", cp ").append(l.cp());
    }
    if (l.ep() > 1) {
      out.append(", ep ").append(l.ep());
    }
    out.append(", dp ").append(l.dp()).append(", micro-batch ").append(l.microBatch());
    out.append(", ").append(l.precision());
    if (l.recomputeShare() > 0) {
      out.append(", recompute ").append(l.recompute());
      if (l.recomputeShare() < 1) {
        out.append(" on ").append(Share.print(l.recomputeShare())).append(" of the layers");
      }
    }
    if (!l.offload().equals("none")) {
      out.append(", offload ").append(l.offload());
    }
    return out.toString();
  }

  private static Table communication(PlanAnswer a, String replicas) {
    List<List<String>> rows = new ArrayList<>();
    for (DimensionSummary d : a.communication()) {
      rows.add(
          List.of(
              words(d.dimension()),
              Integer.toString(d.group()),
              words(d.level()),
              DataSize.print(d.bytesPerGpu()),
              TimeSpan.print(d.totalS()),
              TimeSpan.print(d.exposedS()),
              Share.print(d.exposedS() / a.stepS())));
    }
    return new Table(
        "Communication per step and GPU",
        List.of(
            Column.text("dimension"),
            Column.number("group"),
            Column.text("crosses"),
            Column.number("sent"),
            Column.number("time"),
            Column.number("exposed"),
            Column.number("of step")),
        rows,
        rows.isEmpty() ? "a single rank communicates with nobody" : replicas);
  }

  private static Figures gradients(PlanAnswer a) {
    return new Figures(
        "Gradients and the budget",
        List.of(
            new Figure(
                "gradients per GPU",
                DataSize.print(a.gradientBytesPerGpu()),
                DataSize.print(a.gradientBytesHeaviest()) + " on the heaviest stage"),
            new Figure(
                "all-reduce at line rate",
                TimeSpan.print(a.dpAllreduceLineRateS()),
                "ring over " + a.layout().dp() + " replicas at " + lineRate(a) + " per GPU"),
            new Figure(
                "states per GPU",
                DataSize.print(a.stateBytesPerGpu()),
                "weights, gradients, optimizer; average stage"),
            new Figure(
                "without overlap",
                Share.print(a.gradientBudget().shareWithoutOverlap()),
                "of the step for gradients and parameters"),
            new Figure(
                "with overlap",
                Share.print(a.gradientBudget().shareWithOverlap()),
                (a.gradientBudget().met() ? "within" : "OVER")
                    + " the budget of "
                    + Share.print(a.gradientBudget().target()))));
  }

  /** The rate that the closed form stands on. */
  private static String lineRate(PlanAnswer a) {
    double d = a.layout().dp();
    return d <= 1
        ? "any rate"
        : new Bandwidth(2 * (d - 1) / d * a.gradientBytesPerGpu() / a.dpAllreduceLineRateS())
            .toString();
  }

  private static Table effects(PlanAnswer a) {
    List<List<String>> rows = new ArrayList<>();
    for (EffectSummary e : a.effects()) {
      rows.add(
          List.of(
              e.change(), TimeSpan.print(e.stepS()), signed(e.gainShare()), words(e.verdict())));
    }
    return new Table(
        "What single changes do",
        List.of(
            Column.text("change"),
            Column.number("step"),
            Column.number("tokens/s"),
            Column.text("memory")),
        rows,
        "each evaluated with everything else as planned");
  }

  private static String signed(double share) {
    return (share >= 0 ? "+" : "") + Share.print(share);
  }

  private static Table scaling(PlanAnswer a) {
    List<List<String>> rows = new ArrayList<>();
    for (ScalingPoint point : a.scaling().weak()) {
      rows.add(row("weak", point));
    }
    for (ScalingPoint point : a.scaling().strong()) {
      rows.add(row("strong", point));
    }
    return new Table(
        "Scaling",
        List.of(
            Column.text("kind"),
            Column.number("GPUs"),
            Column.number("step"),
            Column.number("tokens/s"),
            Column.number("efficiency"),
            Column.text("largest losses")),
        rows,
        "against " + a.scaling().baseline());
  }

  private static List<String> row(String kind, ScalingPoint point) {
    return List.of(
        kind,
        Long.toString(point.gpus()),
        TimeSpan.print(point.stepS()),
        String.format(Locale.ROOT, "%,.0f", point.tokensPerS()),
        Share.print(point.efficiency()),
        largest(point.lossShares()));
  }

  private static String largest(List<StepPart> losses) {
    return losses.stream()
        .filter(l -> l.share() > 0.002)
        .sorted(Comparator.comparingDouble(l -> -l.share()))
        .limit(2)
        .map(l -> words(l.part()) + " " + Share.print(l.share()))
        .reduce((x, y) -> x + ", " + y)
        .orElse("");
  }

  private static Figures outside(PlanAnswer a) {
    OutsideSummary o = a.outside();
    List<Figure> rows = new ArrayList<>();
    rows.add(
        new Figure(
            "input",
            new Bandwidth(o.inputBytesPerS()).toString(),
            o.inputShareOfReadRate() == null
                ? "no storage read rate given"
                : Share.print(o.inputShareOfReadRate()) + " of the storage's read rate"));
    rows.add(
        new Figure(
            "checkpoint",
            DataSize.print(o.checkpointBytes()),
            o.checkpointS() == null
                ? "no storage write rate given"
                : TimeSpan.print(o.checkpointS()) + " to write"));
    if (o.checkpointIntervalS() != null && o.lossShare() != null) {
      rows.add(
          new Figure(
              "checkpoints and failures",
              Share.print(o.lossShare()) + " lost",
              String.format(
                  Locale.ROOT,
                  "every %.0f min; the job fails every %.1f h on average",
                  o.checkpointIntervalS() / 60,
                  o.meanTimeBetweenFailuresS() / 3600)));
    }
    return new Figures("Outside the step", rows);
  }

  private static Table layouts(PlanAnswer a) {
    List<List<String>> rows = new ArrayList<>();
    for (LayoutChoice c : a.layouts()) {
      rows.add(
          List.of(
              Integer.toString(c.rank()),
              layout(c.layout()),
              TimeSpan.print(c.stepS()),
              DataSize.print(c.peakBytes()),
              c.why()));
    }
    return new Table(
        "The best layouts",
        List.of(
            Column.number("#"),
            Column.text("layout"),
            Column.number("step"),
            Column.number("memory"),
            Column.text("why")),
        rows,
        "the plan below is for the first");
  }

  private static Table gap(GapSummary g) {
    List<List<String>> rows = new ArrayList<>();
    for (var h : g.hypotheses()) {
      rows.add(
          List.of(h.cause(), TimeSpan.print(h.stepS()), Share.print(h.closesShare()), h.check()));
    }
    String note =
        rows.isEmpty()
            ? "within the error of the model, or nothing usual explains it"
            : "nearest to the measured step first: look at the top one first";
    return new Table(
        String.format(
            Locale.ROOT,
            "Measured %s against predicted %s (%.2f times)",
            TimeSpan.print(g.measuredS()),
            TimeSpan.print(g.predictedS()),
            g.ratio()),
        List.of(
            Column.text("if it were so"),
            Column.number("step"),
            Column.number("of the gap"),
            Column.text("how to find out")),
        rows,
        note);
  }

  private static String words(String name) {
    return name.replace('_', ' ').replace('-', ' ');
  }
}
