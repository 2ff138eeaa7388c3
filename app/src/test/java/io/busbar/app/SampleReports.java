package io.busbar.app;

import io.busbar.app.call.Answer;
import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Quality;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.base.explain.Term;
import io.busbar.base.report.Block;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Reports with every kind of block, as a step of training would fill them. */
public final class SampleReports {
  private static final Term VOLUME =
      Term.of("volume_bytes", "B", "bytes that a rank sends", "2 * {gradients_bytes}");
  private static final Term GRADIENTS = Term.input("gradients_bytes", "B", "gradients of a GPU");
  private static final Term RATE = Term.constant("nic_bytes_per_s", "B/s", "NIC share", "");
  private static final Term TIME =
      Term.of("allreduce_s", "s", "all-reduce at line rate", "{volume_bytes} / {nic_bytes_per_s}");
  private static final Term STEP =
      Term.of("step_s", "s", "one step", "{allreduce_s} + {volume_bytes} / 1e10");

  private SampleReports() {}

  /** An answer with few components. */
  public record Answer(double stepS, List<Double> curve) {}

  public static Explained reasons() {
    RecordingLedger ledger = new RecordingLedger();
    double gradients = ledger.put(GRADIENTS, 4.41e9);
    double volume = ledger.put(VOLUME, 2 * gradients);
    double rate = ledger.put(RATE, 50e9, Quality.RECALLED, "vendor's data sheet");
    double time = ledger.put(TIME, volume / rate);
    ledger.put(STEP, time + volume / 1e10);
    return Objects.requireNonNull(ledger.get("step_s"));
  }

  public static Report everyBlock() {
    return report(
        new Block.Figures(
            "Step",
            List.of(
                new Block.Figure("step time", "4.31 s", "affine in the micro-batches", reasons()),
                new Block.Figure("gradients per GPU", "4.41 GB", ""),
                new Block.Figure("layout", "TP8 PP4 DP32", "fits"),
                new Block.Figure("GPUs", "1,024", ""))),
        table(),
        bars(),
        new Block.Series("Scaling", "GPUs", "efficiency", true, List.of(curve("weak", 4))),
        timeline(),
        new Block.Drawing(
            "Fabric", 100, 50, List.of(new Block.Shape.Text(1, 2, "leaf", 10, "tp")), "Two tiers."),
        new Block.Findings("Findings", List.of(finding(Severity.CRITICAL), finding(Severity.INFO))),
        new Block.Note("Note", "One paragraph.\n\n  kept   as it is\nAnother."),
        new Block.Reasons("Reasons", List.of(reasons())));
  }

  public static Report report(Block... blocks) {
    Answer answer = new Answer(4.31, List.of(1.0, 2.5));
    return new Report("busbar/sample/1", "Llama 3 70B on dgx-h100:128", answer, List.of(blocks));
  }

  public static Block.Table table() {
    return new Block.Table(
        "Layouts",
        List.of(
            Block.Column.text("layout"),
            Block.Column.number("step"),
            Block.Column.number("exposed communication")),
        List.of(
            List.of("TP8 PP4 DP32", "4.31 s", "12.1 %"),
            List.of("TP4 PP8 DP32", "4.4 s", "9.95 %")),
        "The first one wins by 2 %.");
  }

  public static Block.Bars bars() {
    return new Block.Bars(
        "Memory",
        "B",
        List.of("weights", "optimizer", "activations"),
        List.of(
            new Block.Bar("stage 0", List.of(4.4e9, 9.7e9, 50e9)),
            new Block.Bar("stage 3", List.of(4.6e9, 10.1e9, 14e9))),
        80e9,
        "GPU memory");
  }

  public static Block.Timeline timeline() {
    return new Block.Timeline(
        "Timeline",
        List.of(
            new Block.Lane(
                "stage 0",
                List.of(
                    new Block.Span(0, 0.4, "F0", "forward"),
                    new Block.Span(0.4, 0.6, "wait", "bubble"),
                    new Block.Span(0.6, 1.4, "B0", "backward"))),
            new Block.Lane("stage 1", List.of(new Block.Span(1.4, 2, "rs", "communication")))));
  }

  public static Block.Curve curve(String label, int points) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; i < points; i++) {
      x.add(8.0 * (i + 1));
      y.add(1 - i / (2.0 * points));
    }
    return new Block.Curve(label, x, y);
  }

  public static Finding finding(Severity severity) {
    return new Finding(
        "tp-leaves-domain",
        severity,
        "TP 16 leaves its NVLink domain",
        "8 of 16 ranks are reached over the network at 50 GB/s instead of 450 GB/s.",
        List.of("plan.yaml:4:7", "dgx-h100 has 8 GPUs"),
        List.of("TP 8: step 4.31 s → 3.80 s"));
  }
}
