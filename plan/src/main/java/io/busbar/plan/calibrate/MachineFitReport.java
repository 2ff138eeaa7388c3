package io.busbar.plan.calibrate;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Report;
import io.busbar.model.cluster.ClusterFile;
import io.busbar.plan.calibrate.MachineFit.Answer;
import io.busbar.plan.calibrate.MachineFit.Fitted;
import io.busbar.plan.calibrate.MachineFit.Kept;
import io.busbar.plan.calibrate.MachineFit.Kernels;
import io.busbar.plan.calibrate.MachineFit.Medians;
import io.busbar.plan.calibrate.MachineFit.Step;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A calibration of steps as blocks, and as comments of the cluster file. Stateless. */
public final class MachineFitReport {
  public static final String SCHEMA = "busbar/calibrate-steps/1";

  private static final String DASH = "-";

  private MachineFitReport() {}

  /**
   * @param section of the cluster file, to be shown; empty for none
   */
  public static Report of(Answer answer, String section) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(errors(answer));
    blocks.add(fitted(answer.fitted()));
    if (!answer.steps().isEmpty()) {
      blocks.add(steps(answer.steps()));
    }
    blocks.add(kept(answer.kept()));
    if (!section.isEmpty()) {
      blocks.add(new Block.Note("For the cluster file", section.stripTrailing()));
    }
    return new Report(SCHEMA, "Steps of " + answer.cluster() + ", calibrated", answer, blocks);
  }

  /** What a section of the cluster file says of its origin. */
  public static List<String> comments(Answer answer, LocalDate today) {
    List<String> lines = new ArrayList<>();
    int kernels = answer.operators().stream().mapToInt(Kernels::count).sum();
    lines.add(
        "busbar calibrate, %s: %d steps, %d kernels"
            .formatted(today, answer.steps().size(), kernels));
    Medians m = answer.stepErrors();
    if (m != null) {
      lines.add(
          "median error of a step: usual "
              + Share.print(m.usual())
              + ", fitted "
              + Share.print(m.fitted())
              + leftOut(m.leftOut()));
    }
    return lines;
  }

  private static String leftOut(@Nullable Double error) {
    return error == null ? "" : ", by the other steps " + Share.print(error);
  }

  private static Block errors(Answer answer) {
    List<List<String>> rows = new ArrayList<>();
    Medians m = answer.stepErrors();
    if (m != null) {
      rows.add(
          List.of(
              "steps",
              Integer.toString(answer.steps().size()),
              Share.print(m.usual()),
              Share.print(m.fitted()),
              m.leftOut() == null ? DASH : Share.print(m.leftOut())));
    }
    for (Kernels k : answer.operators()) {
      rows.add(
          List.of(
              k.kind(),
              Integer.toString(k.count()),
              Share.print(k.usual()),
              Share.print(k.fitted()),
              DASH));
    }
    return new Block.Table(
        "Median errors",
        List.of(
            Column.text(""),
            Column.number("measured"),
            Column.number("as usual"),
            Column.number("fitted"),
            Column.number("by the others")),
        rows,
        "by the others: each step predicted by a fit without it; expect this of the next one");
  }

  private static Block fitted(List<Fitted> fitted) {
    List<List<String>> rows = new ArrayList<>();
    for (Fitted f : fitted) {
      rows.add(
          List.of(
              f.constant().key(),
              ClusterFile.print(f.constant(), f.usual()),
              ClusterFile.print(f.constant(), f.value()),
              ClusterFile.print(f.constant(), f.low95())
                  + " to "
                  + ClusterFile.print(f.constant(), f.high95()),
              f.constant().meaning()));
    }
    return new Block.Table(
        "Fitted",
        List.of(
            Column.text("constant"),
            Column.number("usual"),
            Column.number("fitted"),
            Column.text("95 % interval"),
            Column.text("meaning")),
        rows,
        "");
  }

  private static Block steps(List<Step> steps) {
    List<List<String>> rows = new ArrayList<>();
    for (Step s : steps) {
      Double leftOut = s.leftOutS();
      Double memory = s.measuredMemoryBytes();
      rows.add(
          List.of(
              s.id(),
              TimeSpan.print(s.measuredS()),
              TimeSpan.print(s.usualS()),
              TimeSpan.print(s.fittedS()),
              leftOut == null ? DASH : TimeSpan.print(leftOut),
              memory == null ? DASH : DataSize.print(Math.round(memory)),
              DataSize.print(Math.round(s.predictedMemoryBytes()))));
    }
    return new Block.Table(
        "Steps",
        List.of(
            Column.text("step"),
            Column.number("measured"),
            Column.number("as usual"),
            Column.number("fitted"),
            Column.number("by the others"),
            Column.number("memory measured"),
            Column.number("predicted")),
        rows,
        "memory is compared, not fitted");
  }

  private static Block kept(List<Kept> kept) {
    List<String> words = new ArrayList<>();
    for (Kept k : kept) {
      words.add(k.constant().key() + " " + ClusterFile.print(k.constant(), k.value()));
    }
    return new Block.Note(
        "Not determined, as usual", kept.isEmpty() ? "none" : String.join(", ", words));
  }
}
