package io.busbar.plan.textbook;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.base.explain.Term;
import io.busbar.base.quantity.Money;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Training;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * The textbook's own examples and questions, computed both ways. What is given in them stands here;
 * every result is computed. Stateless.
 */
final class Examples {
  private static final double RING_RANKS = 1024;
  private static final double RING_GIGABYTES = 4;
  private static final double STEP_SECONDS = 1.2;
  private static final double NODE_RATE = 4800;
  private static final double CLUSTER_RATE = 488_000;
  private static final double NODES = 128;
  private static final double STATE_BYTES = 18;
  private static final int STAGES = 8;
  private static final double ACCUMULATED = 8;
  private static final int MONEY_GPUS = 1000;
  private static final TextbookInputs.Prices PRICES =
      new TextbookInputs.Prices(Money.ofDollars(3), 365 * 24);

  private static final Term STEP = Term.input("given_step_s", "s", "time of a step, as given");
  private static final Term RANKS = Term.input("ring_ranks", "", "ranks of the ring");
  private static final Term GIGABYTES = Term.input("ring_gigabytes", "GB", "gradients");
  private static final Term NIC = Term.input("ring_bytes_per_s", "B/s", "NIC of a rank");

  private Examples() {}

  /**
   * An example.
   *
   * @param comparison its rows
   * @param ledger their reasons
   */
  record Example(TextbookComparison comparison, RecordingLedger ledger) {}

  /** All of them. */
  static List<Example> all() {
    TextbookInputs worked = plan("llama3-70b", "dgx-h100:128", 8, 4, 5, 8192, 512);
    return List.of(
        make("Worked example, 70B on 1,024 H100", worked, Textbook::add),
        make("Question, 13B on 256 H100", thirteenBillion(), Examples::budget),
        make(
            "Question, TP 16 for 400B",
            tensor(worked, 400e9, 120, 16_384, 4096, 16),
            Examples::tensorQuestion),
        make(
            "Section 14.8, TP 8 over nodes",
            tensor(worked, 70e9, 80, 4096, 2048, 8),
            Examples::tensorSection),
        make("Section 14.9, 8 stages", stages(worked, 8), Examples::pipelineSection),
        make("Section 14.9, 8 stages", stages(worked, 16), Examples::pipelineSection),
        make("Section 14.9, 8 stages", stages(worked, 32), Examples::pipelineSection),
        make("Section 14.8, 4D layout", worked, Examples::layout),
        make("Section 14.6, 4 GB on 1,024 ranks", worked, Examples::ring),
        make("Section 14.9, scaling", worked, Examples::scaling),
        make("Section 14.7, accumulation", worked, Examples::accumulation),
        make("1,000 GPUs at $3 per hour", worked, Examples::money));
  }

  private static Example make(
      String subject, TextbookInputs in, BiConsumer<Rows, TextbookInputs> add) {
    RecordingLedger ledger = new RecordingLedger();
    Rows rows = new Rows(subject, ledger);
    Given.put(in, ledger);
    add.accept(rows, in);
    return new Example(rows.comparison(), ledger);
  }

  /** The inputs of a plan with 16-bit gradients, which is what the textbook takes. */
  private static TextbookInputs plan(
      String model, String cluster, int tp, int pp, int virtualStages, int sequence, int batch) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("--model", model);
    options.put("--cluster", cluster);
    options.put("--tp", String.valueOf(tp));
    options.put("--pp", String.valueOf(pp));
    options.put("--sequence", String.valueOf(sequence));
    options.put("--global-batch", String.valueOf(batch));
    options.put("--micro-batch", "1");
    options.put("--gradient-reduce", "bf16");
    if (virtualStages > 1) {
      options.put("--schedule", "interleaved");
      options.put("--virtual-stages", String.valueOf(virtualStages));
    }
    PlanFile plan = PlanFile.load(null, PlanOption.overlay(options));
    Parallelism layout = Objects.requireNonNull(plan.layout());
    Training training = plan.training().with(layout, 1, Recompute.SELECTIVE);
    return TextbookInputs.of(plan.model(), plan.cluster(), training);
  }

  private static TextbookInputs thirteenBillion() {
    return plan("llama2-13b", "dgx-h100:32", 8, 1, 1, 4096, 512);
  }

  /** The share is asked of a step whose time is given, not of computing. */
  private static void budget(Rows rows, TextbookInputs in) {
    rows.topic("gradient all-reduce", "X1");
    GradientRows.Sync sync = GradientRows.add(rows, in);
    double step = rows.put(STEP, STEP_SECONDS);
    rows.add(
        "all-reduce over the step of 1.2 s, nothing hidden",
        rows.both(
            stepShare("textbook"),
            sync.plain().textbook() / step,
            stepShare("ours"),
            sync.plain().ours() / step),
        3,
        Unit.SHARE,
        "just over a budget of 10 %; hidden behind the backward pass it is far below");
  }

  private static Term stepShare(String side) {
    return Term.of(
        side + "_step_share",
        "",
        "all-reduce over the step",
        "{" + side + "_allreduce_s} / {given_step_s}");
  }

  /** A plain GPT: 12·L·h² parameters in its layers. */
  private static TextbookInputs tensor(
      TextbookInputs of, double nominal, int layers, int hidden, int sequence, int tp) {
    double counted = 12.0 * layers * hidden * hidden;
    TextbookInputs.Model model =
        new TextbookInputs.Model(
            nominal, counted, counted, layers, hidden, of.model().tensorSums());
    TextbookInputs.Layout l = of.layout();
    TextbookInputs.Layout layout =
        new TextbookInputs.Layout(
            tp, 1, 1, 1, sequence, 1, l.microBatches(), l.tokens(), l.gradientBytes());
    return new TextbookInputs(model, layout, of.machine(), of.gradients(), null, null, null);
  }

  private static TextbookInputs stages(TextbookInputs of, long microBatches) {
    TextbookInputs.Layout l = of.layout();
    TextbookInputs.Layout layout =
        new TextbookInputs.Layout(
            l.tp(), STAGES, 1, 1, l.sequence(), 1, microBatches, l.tokens(), l.gradientBytes());
    return new TextbookInputs(of.model(), layout, of.machine(), of.gradients(), null, null, null);
  }

  private static void tensorQuestion(Rows rows, TextbookInputs in) {
    rows.topic("tensor parallelism", "X2");
    ForwardRows.add(rows, in, TensorRows.add(rows, in));
  }

  private static void tensorSection(Rows rows, TextbookInputs in) {
    rows.topic("tensor parallelism");
    TensorRows.add(rows, in);
  }

  private static void pipelineSection(Rows rows, TextbookInputs in) {
    rows.topic(in.layout().microBatches() + " micro-batches");
    PipelineRows.add(rows, in);
  }

  private static void ring(Rows rows, TextbookInputs in) {
    rows.topic("ring");
    rows.put(RANKS, RING_RANKS);
    rows.put(GIGABYTES, RING_GIGABYTES);
    double rate = rows.put(NIC, in.machine().nicBytesPerSecond());
    double factor = 2 * (RING_RANKS - 1) / RING_RANKS;
    rows.add(
        "all-reduce of 4 GB over 400 Gb/s",
        rows.both(
            ringTerm("textbook_ring_s", "1024 * 1e6"),
            factor * RING_GIGABYTES * 1024e6 / rate,
            ringTerm("ours_ring_s", "1e9"),
            factor * RING_GIGABYTES * 1e9 / rate),
        3,
        Unit.SECONDS,
        "4 GB taken as 4096 MB; and one NIC's rate is called that of a node",
        "D2");
  }

  private static Term ringTerm(String name, String gigabyte) {
    return Term.of(
        name,
        "s",
        "all-reduce of a ring",
        "2 * ({ring_ranks} - 1) / {ring_ranks} * {ring_gigabytes} * "
            + gigabyte
            + " / {ring_bytes_per_s}");
  }

  private static void scaling(Rows rows, TextbookInputs in) {
    rows.topic("efficiency");
    Ledger ledger = rows.ledger();
    ledger.put(Term.input("node_tokens_per_s", "1/s", "one node"), NODE_RATE);
    ledger.put(Term.input("cluster_tokens_per_s", "1/s", "all nodes"), CLUSTER_RATE);
    ledger.put(Term.input("scaled_nodes", "", "nodes"), NODES);
    String formula = "{cluster_tokens_per_s} / ({node_tokens_per_s} * {scaled_nodes})";
    double efficiency = CLUSTER_RATE / (NODE_RATE * NODES);
    rows.add(
        "scaling efficiency, 1 to 128 nodes",
        rows.both(
            Term.of("textbook_scaling", "", "scaling efficiency", formula),
            efficiency,
            Term.of("ours_scaling", "", "scaling efficiency", formula),
            efficiency),
        3,
        Unit.SHARE,
        "the same",
        "D28");
    ledger.put(
        Term.input("state_bytes_per_parameter", "B", "weights, FP32 gradients, Adam"), STATE_BYTES);
    rows.addOurs(
        "states of the model on the one node",
        Term.of(
            "ours_state_bytes",
            "B",
            "states that sharding inside the node cannot shrink",
            "{state_bytes_per_parameter} * {dense_parameters}"),
        STATE_BYTES * in.model().denseParameters(),
        Unit.BYTES,
        "8 GPUs of 80 GB have 640 GB: the baseline cannot have run",
        "D27");
  }

  /** Degrees of tensor, pipeline, context and data parallelism. */
  private static void layout(Rows rows, TextbookInputs in) {
    rows.topic("ranks");
    double gpus = 8.0 * 4 * 2 * 16;
    rows.add(
        "TP 8 × PP 4 × CP 2 × DP 16",
        rows.both(
            Term.of("textbook_ranks", "", "ranks of the layout", "8 * 4 * 2 * 16"),
            gpus,
            Term.of("ours_ranks", "", "ranks of the layout", "8 * 4 * 2 * 16"),
            gpus),
        4,
        Unit.COUNT,
        "the same",
        "D38");
  }

  /** A share f of the time becomes f/a over 1 − f + f/a when a steps share an all-reduce. */
  private static void accumulation(Rows rows, TextbookInputs in) {
    rows.topic("8 steps per all-reduce");
    for (int percent : new int[] {25, 40}) {
      String before = "share_before_" + percent;
      double share =
          rows.put(Term.input(before, "", "share of the time, as given"), percent / 100.0);
      double left = share / ACCUMULATED;
      rows.addOurs(
          "all-reduce that took " + percent + " % of the time",
          Term.of(
              "ours_share_after_" + percent,
              "",
              "share of the time behind accumulation",
              "{" + before + "} / 8 / (1 - {" + before + "} + {" + before + "} / 8)"),
          left / (1 - share + left),
          Unit.SHARE,
          "an eighth of it beside the same computing",
          "X4");
    }
  }

  private static void money(Rows rows, TextbookInputs in) {
    rows.topic("a year");
    rows.put(Term.input("gpus", "", "GPUs that are paid"), MONEY_GPUS);
    BatchRows.money(rows, MONEY_GPUS, PRICES);
  }
}
