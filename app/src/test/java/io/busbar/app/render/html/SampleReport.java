package io.busbar.app.render.html;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Quality;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.base.explain.Term;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Bar;
import io.busbar.base.report.Block.Bars;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Curve;
import io.busbar.base.report.Block.Drawing;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Block.Figures;
import io.busbar.base.report.Block.Findings;
import io.busbar.base.report.Block.Lane;
import io.busbar.base.report.Block.Note;
import io.busbar.base.report.Block.Reasons;
import io.busbar.base.report.Block.Series;
import io.busbar.base.report.Block.Shape;
import io.busbar.base.report.Block.Span;
import io.busbar.base.report.Block.Table;
import io.busbar.base.report.Block.Timeline;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A report with every kind of block, shaped like the step budget of a training run. Run as a
 * program it writes the page to the file that is named, to be looked at.
 */
final class SampleReport {
  private static final int STAGES = 4;
  private static final int MICRO_BATCHES = 16;

  private SampleReport() {}

  public static void main(String[] file) throws IOException {
    Files.writeString(Path.of(file[0]), HtmlRenderer.render(report()));
  }

  static Report report() {
    return new Report(
        "busbar/plan/1",
        "llama3-70b on dgx-h100:128 (1,024 GPUs), TP8 PP4 DP32",
        Map.of(),
        List.of(
            new Note(
                "",
                "One step takes 4.31 s and fits in memory. The pipeline bubble costs more than all"
                    + " exposed communication together: interleaving is what to change first."),
            headline(),
            stepBudget(),
            timeline(),
            layouts(),
            memory(),
            scaling(),
            collective(),
            mapping(),
            findings(),
            excerpts(),
            workload(),
            new Reasons("Reasons", List.of(exposed(), gradients()))));
  }

  static Block headline() {
    return new Figures(
        "Step",
        List.of(
            new Figure("Step time", "4.31 s", "≈ 973,000 tokens/s", exposed()),
            new Figure("Model FLOPs utilisation", "45.9 %", "causal attention, peak 989 TFLOPS"),
            new Figure("Pipeline bubble", "15.8 %", "of the step; 18.8 % over ideal time"),
            new Figure("Exposed communication", "3.9 %", "budget 10 %"),
            new Figure("Gradients per GPU", "4.41 GB", "BF16", gradients()),
            new Figure("Memory, heaviest stage", "47.4 GB", "of 80 GB: fits"),
            new Figure("Cost", "$3,230 per 10⁹ tokens", "at $3 per GPU-hour")));
  }

  static Bars stepBudget() {
    return new Bars(
        "Where the step goes",
        "s",
        List.of(
            "forward",
            "backward",
            "exposed TP",
            "exposed PP",
            "bubble",
            "exposed DP",
            "optimizer",
            "host"),
        List.of(
            new Bar("as given", List.of(1.09, 2.18, 0.12, 0.02, 0.68, 0.046, 0.09, 0.084)),
            new Bar("5 virtual stages", List.of(1.09, 2.18, 0.12, 0.05, 0.136, 0.046, 0.09, 0.084)),
            new Bar("without overlap", List.of(1.09, 2.18, 0.31, 0.08, 0.72, 0.371, 0.09, 0.084)),
            new Bar(
                "without GPUDirect RDMA", List.of(1.09, 2.18, 0.31, 0.2, 0.7, 0.92, 0.09, 0.1))),
        4.0,
        "target");
  }

  static Bars memory() {
    return new Bars(
        "Memory of the heaviest stage",
        "B",
        List.of("weights", "gradients", "optimizer states", "activations", "logits", "buffers"),
        List.of(new Bar("stage 0", List.of(4.41e9, 8.82e9, 0.83e9, 27.9e9, 2.1e9, 3.4e9))),
        80e9,
        "HBM");
  }

  static Timeline timeline() {
    List<Lane> lanes = new ArrayList<>();
    for (int stage = 0; stage < STAGES; stage++) {
      lanes.add(new Lane("stage " + stage, oneForwardOneBackward(stage)));
    }
    List<Span> network = new ArrayList<>();
    network.add(new Span(0.0, 0.086, "all-gather weights", "communication"));
    network.add(new Span(3.9, 4.1, "reduce-scatter gradients", "communication"));
    lanes.add(new Lane("network, DP", network));
    return new Timeline("One step on the four stages", lanes);
  }

  /** The schedule of one stage: warm-up, one forward one backward, flush, optimizer. */
  private static List<Span> oneForwardOneBackward(int stage) {
    double forward = 0.068;
    double backward = 0.136;
    List<Span> spans = new ArrayList<>();
    double start = 0.02 + stage * forward;
    spans.add(new Span(0, start, "", stage == 0 ? "host" : "bubble"));
    int warmUp = STAGES - stage;
    double at = start;
    for (int i = 0; i < warmUp; i++) {
      spans.add(new Span(at, at + forward, "F" + (i + 1), "forward"));
      at += forward;
    }
    double firstBackward = 0.02 + STAGES * forward + (STAGES - 1 - stage) * backward;
    spans.add(new Span(at, firstBackward, "", "bubble"));
    at = firstBackward;
    for (int i = 0; i < MICRO_BATCHES; i++) {
      spans.add(new Span(at, at + backward, "B" + (i + 1), "backward"));
      at += backward;
      int next = i + warmUp;
      if (next < MICRO_BATCHES) {
        spans.add(new Span(at, at + forward, "F" + (next + 1), "forward"));
        at += forward;
      } else {
        spans.add(new Span(at, at + forward, "", "bubble"));
        at += forward;
      }
    }
    spans.add(new Span(4.12, 4.21, "optimizer", "optimizer"));
    return spans;
  }

  private static Table layouts() {
    return new Table(
        "Best layouts",
        List.of(
            Column.text("layout"),
            Column.number("step"),
            Column.number("tokens/s per GPU"),
            Column.number("bubble"),
            Column.number("exposed"),
            Column.number("memory"),
            Column.text("why the next one loses")),
        List.of(
            List.of(
                "TP8 PP4 DP32, 5 virtual stages",
                "3.80 s",
                "1,078",
                "3.6 %",
                "5.4 %",
                "52.1 GB",
                "smaller GEMMs with TP8 cost 4 % against TP4"),
            List.of(
                "TP4 PP4 DP64, 5 virtual stages",
                "3.86 s",
                "1,061",
                "6.9 %",
                "4.1 %",
                "66.0 GB",
                "8 micro-batches instead of 16 double the bubble"),
            List.of(
                "TP8 PP2 DP64", "3.97 s", "1,032", "11.1 %", "6.2 %", "70.4 GB", "tight in memory"),
            List.of("TP8 PP4 DP32", "4.31 s", "950", "15.8 %", "3.9 %", "47.4 GB", "")),
        "5 of 214 valid layouts; tokens/s per GPU at sequence 8192.");
  }

  static Series scaling() {
    List<Double> gpus = List.of(8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0);
    return new Series(
        "Scaling",
        "GPUs",
        "efficiency (%)",
        true,
        List.of(
            new Curve("ideal", gpus, gpus.stream().map(g -> 100.0).toList()),
            new Curve("weak", gpus, List.of(100.0, 99.4, 99.1, 98.7, 98.2, 97.6, 96.9, 96.1)),
            new Curve("strong", gpus, List.of(100.0, 99.0, 98.0, 95.8, 92.1, 85.3, 75.0, 60.4)),
            new Curve(
                "strong, 5 virtual stages",
                gpus,
                List.of(100.0, 99.2, 98.6, 97.1, 94.9, 91.8, 86.0, 77.3))));
  }

  private static Series collective() {
    List<Double> sizes = new ArrayList<>();
    List<Double> ring = new ArrayList<>();
    List<Double> tree = new ArrayList<>();
    for (double bytes = 1 << 15; bytes <= 1L << 32; bytes *= 4) {
      sizes.add(bytes);
      ring.add(31 * 2 * 6e-6 + 2 * 31 / 32.0 * bytes / 46e9);
      tree.add(10 * 8e-6 + 2.2 * bytes / 46e9);
    }
    return new Series(
        "All-reduce of one DP group",
        "size (B)",
        "bus bandwidth (B/s)",
        true,
        List.of(busBandwidth("ring", sizes, ring), busBandwidth("tree", sizes, tree)));
  }

  private static Curve busBandwidth(String label, List<Double> bytes, List<Double> seconds) {
    List<Double> rates = new ArrayList<>();
    for (int i = 0; i < bytes.size(); i++) {
      rates.add(2 * 31 / 32.0 * bytes.get(i) / seconds.get(i));
    }
    return new Curve(label, bytes, rates);
  }

  static Drawing mapping() {
    List<Shape> shapes = new ArrayList<>();
    String[] stages = {"tp", "pp", "cp", "optimizer"};
    shapes.add(new Shape.Box(360, 10, 240, 34, "spine: 16 switches, 64 × 400 Gb/s", "spine"));
    for (int node = 0; node < 4; node++) {
      double x = 10 + node * 240;
      shapes.add(new Shape.Line(480, 44, x + 110, 90, 2, "muted"));
      shapes.add(new Shape.Box(x + 40, 90, 140, 30, "leaf, rails 0–7", "leaf"));
      for (int gpu = 0; gpu < 8; gpu++) {
        double gx = x + 8 + gpu * 26;
        shapes.add(new Shape.Line(x + 110, 120, gx + 11, 165, 1, "muted"));
        shapes.add(new Shape.Box(gx, 190, 22, 26, String.valueOf(gpu), stages[node]));
      }
      shapes.add(new Shape.Box(x, 165, 220, 60, "node " + node + " · PP stage " + node, "node"));
    }
    shapes.add(new Shape.Text(10, 250, "TP: 8 GPUs of a node, NVLink, 450 GB/s", 12, "text"));
    shapes.add(new Shape.Text(10, 268, "PP: same rail, next node, 50 GB/s", 12, "text"));
    shapes.add(
        new Shape.Text(500, 250, "DP: 32 nodes, one GPU each, 50 GB/s per GPU", 12, "muted"));
    return new Drawing(
        "Groups on the fabric",
        960,
        280,
        shapes,
        "One of 32 pipelines. Each tensor-parallel group stays inside its node.");
  }

  static Block.Excerpts excerpts() {
    return new Block.Excerpts(
        "Evidence in context",
        List.of(
            new Block.Excerpt(
                "nccl.log",
                List.of(
                    new Block.ExcerptLine(
                        11, "node01:12:34 [0] NCCL INFO NET/IB : <mlx5_0>", false),
                    new Block.ExcerptLine(12, "node01:12:34 [0] NCCL WARN & so on", true)))));
  }

  static Findings findings() {
    return new Findings(
        "What to change",
        List.of(
            new Finding(
                "pipeline-bubble",
                Severity.WARNING,
                "The pipeline bubble is 15.8 % of the step",
                "With 16 micro-batches on 4 stages, each GPU waits 3 of 19 slots.",
                List.of("(p−1)/(m+p−1) = 3/19", "layers per stage: 20, divisible by 5"),
                List.of(
                    "Use 5 virtual stages: step 4.31 s → 3.80 s (−11.8 %), memory +4.7 GB",
                    "Or a global batch of 1024 sequences: bubble 8.6 %")),
            new Finding(
                "tp-crosses-nvlink",
                Severity.CRITICAL,
                "A TP group leaves its NVLink domain",
                "TP16 spans two nodes; its all-reduces run at 50 GB/s instead of 450 GB/s.",
                List.of("TP time per micro-batch 52 ms → 376 ms"),
                List.of("TP8: step 9.8 s → 4.31 s")),
            new Finding(
                "sharp-no-gain",
                Severity.INFO,
                "SHARP would gain little here",
                "The distributed optimizer uses reduce-scatter and all-gather.",
                List.of(),
                List.of())));
  }

  private static Figures workload() {
    return new Figures(
        "Workload",
        List.of(
            new Figure("Parameters", "70,553,706,496", ""),
            new Figure("Layers", "80", "8192 hidden, 64 heads, 8 KV heads"),
            new Figure("Sequence", "8,192 tokens", ""),
            new Figure("Global batch", "512 sequences", "4.19 million tokens"),
            new Figure("Micro-batches", "16", "per replica and step, of one sequence"),
            new Figure("Precision", "BF16", "FP32 master weights and moments"),
            new Figure("Optimizer", "distributed (ZeRO-1) over 32 ranks", ""),
            new Figure("Recompute", "selective", "attention only"),
            new Figure("Network", "InfiniBand NDR, 8 × 400 Gb/s per node", "rail-optimised")));
  }

  static Explained gradients() {
    RecordingLedger ledger = new RecordingLedger();
    double parameters =
        ledger.put(
            Term.input("parameters_per_gpu", "parameters", "parameters that this GPU holds"),
            2.205e9);
    double bytes =
        ledger.put(
            Term.constant("bytes_per_gradient", "B", "size of one gradient", "BF16: two bytes"), 2);
    Term total =
        Term.of(
            "gradient_bytes",
            "B",
            "gradients that one GPU reduces in a step",
            "{parameters_per_gpu} * {bytes_per_gradient}");
    ledger.put(total, parameters * bytes);
    return ledger.all().getLast();
  }

  private static Explained exposed() {
    Explained gradients = gradients();
    Explained rate =
        new Explained(
            Term.input("nic_bytes_per_s", "B/s", "line rate of one NIC, per direction"),
            50e9,
            Quality.SOURCED,
            "ConnectX-7 data sheet",
            List.of());
    Explained efficiency =
        new Explained(
            Term.input(
                "network_efficiency", "", "share of the line rate that large messages reach"),
            0.92,
            Quality.FITTED,
            "published all-reduce measurements",
            List.of());
    Explained wire =
        new Explained(
            new Term(
                "dp_wire_s",
                "s",
                "reduce-scatter and all-gather of the gradients",
                "2 * 31 / 32 * {gradient_bytes} / ({nic_bytes_per_s} * {network_efficiency})",
                "ring algorithm, Patarasuk and Yuan 2009"),
            0.186,
            Quality.COMPUTED,
            "",
            List.of(gradients, rate, efficiency));
    Explained hidden =
        new Explained(
            Term.input("hidden_s", "s", "time behind which it can hide"),
            0.14,
            Quality.ASSUMED,
            "default",
            List.of());
    return new Explained(
        Term.of(
            "dp_exposed_s",
            "s",
            "data-parallel communication that nothing hides",
            "max(0, {dp_wire_s} - {hidden_s})"),
        0.046,
        Quality.COMPUTED,
        "",
        List.of(wire, hidden));
  }
}
