package io.busbar.nccl.validate;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import io.busbar.nccl.validate.CollectiveValidation.Answer;
import io.busbar.nccl.validate.CollectiveValidation.CollectiveScore;
import io.busbar.nccl.validate.CollectiveValidation.MacroScore;
import io.busbar.nccl.validate.CollectiveValidation.RegimeScore;
import io.busbar.nccl.validate.CollectiveValidation.ScoredExperiment;
import io.busbar.nccl.validate.CollectiveValidation.ScoredPoint;
import io.busbar.nccl.validate.CollectiveValidation.Summary;
import io.busbar.nccl.validate.CollectiveValidation.SystemScore;
import io.busbar.nccl.validate.CollectiveValidation.WorstExperiment;
import io.busbar.nccl.validate.CollectiveValidation.WorstPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Scores as blocks: regimes, systems, collectives, worst cases, one experiment as curves. */
public final class CollectiveReport {
  public static final String SCHEMA = "busbar/validate-collectives/1";

  private static final int WARNINGS_SHOWN = 20;
  private static final double BYTES_PER_MIB = 1 << 20;

  private CollectiveReport() {}

  /**
   * @param show id of the experiment that is drawn; null for the worst one
   */
  public static Report of(Answer answer, @Nullable String show) {
    Summary s = answer.summary();
    List<Block> blocks = new ArrayList<>();
    blocks.add(coverage(s));
    blocks.add(regimes(s));
    blocks.add(systems(s));
    blocks.add(collectives(s));
    blocks.add(worstExperiments(s));
    blocks.add(worstPoints(s));
    ScoredExperiment shown = shown(answer, show);
    if (shown != null) {
      blocks.add(curves(shown));
    }
    if (!answer.warnings().isEmpty()) {
      blocks.add(Block.Note.first("Warnings on the input", answer.warnings(), WARNINGS_SHOWN));
    }
    return new Report(SCHEMA, "Collective times against measured tables", answer, blocks);
  }

  private static Block coverage(Summary s) {
    return new Block.Figures(
        "Coverage",
        List.of(
            new Figure(
                "experiments",
                s.nExperimentsCovered() + " of " + s.nExperiments(),
                s.nHealthyExperiments() + " of healthy systems: only they are scored below"),
            new Figure("points", s.nPoints() + " of " + s.nMeasured(), "have a prediction")));
  }

  private static Block regimes(Summary s) {
    List<List<String>> rows = new ArrayList<>();
    macro(rows, Regime.LATENCY.label(), s.regimes().latency());
    macro(rows, Regime.TRANSITION.label(), s.regimes().transition());
    macro(rows, Regime.BANDWIDTH.label(), s.regimes().bandwidth());
    macro(rows, "all sizes", s.all());
    return new Block.Table(
        "By regime",
        List.of(
            Column.text("sizes"),
            Column.number("systems"),
            Column.number("points"),
            Column.number("median"),
            Column.number("p90"),
            Column.number("within 10 %"),
            Column.number("20 %"),
            Column.number("30 %")),
        rows,
        "error = |predicted / measured - 1|; median, p90 and shares over the points of a system,"
            + " then the mean over systems");
  }

  private static void macro(List<List<String>> rows, String name, @Nullable MacroScore score) {
    if (score != null) {
      rows.add(
          List.of(
              name,
              Integer.toString(score.nSystems()),
              Integer.toString(score.nPoints()),
              Share.print(score.medianError()),
              Share.print(score.p90Error()),
              Share.print(score.within10Share()),
              Share.print(score.within20Share()),
              Share.print(score.within30Share())));
    }
  }

  private static Block systems(Summary s) {
    List<List<String>> rows = new ArrayList<>();
    for (SystemScore system : s.systems()) {
      rows.add(
          List.of(
              system.system(),
              Integer.toString(system.nExperiments()),
              Integer.toString(system.nPoints()),
              Share.print(system.medianError()),
              Share.print(system.p90Error()),
              median(system.regimes().latency()),
              median(system.regimes().transition()),
              median(system.regimes().bandwidth())));
    }
    return new Block.Table(
        "By system",
        List.of(
            Column.text("system"),
            Column.number("tables"),
            Column.number("points"),
            Column.number("median"),
            Column.number("p90"),
            Column.number("latency"),
            Column.number("transition"),
            Column.number("bandwidth")),
        rows,
        rows.isEmpty() ? "no experiment of a healthy system has a prediction" : "");
  }

  private static String median(@Nullable RegimeScore score) {
    return score == null ? "-" : Share.print(score.medianError());
  }

  private static Block collectives(Summary s) {
    List<List<String>> rows = new ArrayList<>();
    for (CollectiveScore c : s.collectives()) {
      rows.add(
          List.of(
              c.collective(),
              Integer.toString(c.nExperiments()),
              Integer.toString(c.score().nSystems()),
              Share.print(c.score().medianError()),
              Share.print(c.score().p90Error())));
    }
    return new Block.Table(
        "By collective",
        List.of(
            Column.text("collective"),
            Column.number("tables"),
            Column.number("systems"),
            Column.number("median"),
            Column.number("p90")),
        rows,
        "mean over systems");
  }

  private static Block worstExperiments(Summary s) {
    List<List<String>> rows = new ArrayList<>();
    for (WorstExperiment w : s.worstExperiments()) {
      rows.add(
          List.of(
              w.id(),
              Integer.toString(w.nPoints()),
              Share.print(w.medianError()),
              signed(w.bias())));
    }
    return new Block.Table(
        "Worst experiments",
        List.of(
            Column.text("experiment"),
            Column.number("points"),
            Column.number("median"),
            Column.number("bias")),
        rows,
        "bias = median of predicted / measured - 1; negative: the model is too fast");
  }

  private static Block worstPoints(Summary s) {
    List<List<String>> rows = new ArrayList<>();
    for (WorstPoint p : s.worstPoints()) {
      rows.add(
          List.of(
              p.id(),
              DataSize.binary(p.sizeBytes()),
              TimeSpan.print(p.predictedS()),
              TimeSpan.print(p.measuredS()),
              signed(p.predictedS() / p.measuredS() - 1)));
    }
    return new Block.Table(
        "Worst points",
        List.of(
            Column.text("experiment"),
            Column.number("size"),
            Column.number("predicted"),
            Column.number("measured"),
            Column.number("error")),
        rows,
        "");
  }

  private static String signed(double error) {
    return String.format(Locale.ROOT, "%+.0f %%", 100 * error);
  }

  private static @Nullable ScoredExperiment shown(Answer answer, @Nullable String show) {
    List<WorstExperiment> worst = answer.summary().worstExperiments();
    String id = show != null ? show : worst.isEmpty() ? "" : worst.get(0).id();
    return answer.experiments().stream().filter(e -> e.id().equals(id)).findFirst().orElse(null);
  }

  /** Size over time, so that both ends of the sizes can be seen. */
  private static Block curves(ScoredExperiment e) {
    List<Double> sizes = new ArrayList<>();
    List<Double> measured = new ArrayList<>();
    List<Double> predictedSizes = new ArrayList<>();
    List<Double> predicted = new ArrayList<>();
    for (ScoredPoint p : e.points()) {
      sizes.add(p.sizeBytes() / BYTES_PER_MIB);
      measured.add(p.sizeBytes() / p.measuredS() / 1e9);
      Double seconds = p.predictedS();
      if (seconds != null) {
        predictedSizes.add(p.sizeBytes() / BYTES_PER_MIB);
        predicted.add(p.sizeBytes() / seconds / 1e9);
      }
    }
    return new Block.Series(
        "Experiment " + e.id(),
        "size, MiB",
        "algbw, GB/s",
        true,
        List.of(
            new Block.Curve("measured", sizes, measured),
            new Block.Curve("predicted", predictedSizes, predicted)));
  }
}
