package io.busbar.plan.emit;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.formats.simai.WorkloadFile;
import io.busbar.formats.simai.WorkloadFile.Collective;
import io.busbar.formats.simai.WorkloadFile.Group;
import io.busbar.formats.simai.WorkloadFile.Layer;
import io.busbar.formats.simai.WorkloadFile.Pass;
import io.busbar.formats.simai.WorkloadReader;
import io.busbar.formats.simai.WorkloadWriter;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Training;
import io.busbar.model.workload.FeedForward;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.step.RankTensors;
import io.busbar.plan.step.StepCost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The plan as a workload of SimAI, in the words and the order of AICB: what replicas exchange once,
 * then the layers of a stage for each micro-batch. Times and bytes are those of the plan, whose sum
 * they are; a forward pass takes a third of a layer's time without recomputation. Sizes count whole
 * buffers.
 */
final class SimaiText {
  private static final double NANOS = 1e9;
  private static final double FORWARD_PART = 1.0 / 3;
  private static final double ACTIVATION_BYTES = 2;

  /** What AICB writes for a time that does not count. */
  private static final long LITTLE_NS = 1;

  private static final long UPDATE_NS = 100;

  private final Situation plan;
  private final Training training;
  private final Parallelism parallelism;
  private final StepCost cost;
  private final List<Layer> layers = new ArrayList<>();
  private double forwardNs;
  private double backwardNs;
  private double told;
  private double elapsed;

  SimaiText(Situation plan) {
    this.plan = plan;
    this.training = plan.training();
    this.parallelism = training.parallelism();
    this.cost = plan.cost();
  }

  /**
   * The file's text.
   *
   * @throws InputException when replicas gather parameters in the passes, or there is too much
   */
  String text() {
    if (parallelism.sharding() == Sharding.PARAMETERS) {
      String hint =
          "a forward pass has no exchange of replicas there; --sharding optimizer has none";
      throw refusal("sharded parameters", "replicas that hold all parameters", hint);
    }
    exchanges();
    List<Layer> batch = microBatch();
    long lines = layers.size() + batch.size() * cost.microBatches();
    if (lines > WorkloadReader.MOST_LAYERS) {
      String read = String.format(Locale.ROOT, "%,d lines", lines);
      throw refusal(read, "at most 1,000,000", "fewer micro-batches (--accumulation) make fewer");
    }
    for (long b = 0; b < cost.microBatches(); b++) {
      layers.addAll(batch);
    }
    return WorkloadWriter.text(
        new WorkloadFile(
            "HYBRID_TRANSFORMER_FWD_IN_BCKWD", numbers(), List.of(), List.of(), layers));
  }

  private static InputException refusal(String read, String expected, String hint) {
    return new InputException(new Problem(Position.of("--emit"), "simai", read, expected, hint));
  }

  private Map<String, Long> numbers() {
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put(WorkloadFile.TENSOR, (long) parallelism.tp());
    numbers.put(WorkloadFile.EXPERT, (long) parallelism.ep());
    numbers.put(WorkloadFile.PIPELINE, (long) parallelism.pp());
    numbers.put(WorkloadFile.VIRTUAL, (long) parallelism.virtualStages());
    numbers.put(WorkloadFile.ACCUMULATION, cost.microBatches());
    numbers.put(WorkloadFile.GPUS, parallelism.gpus());
    if (parallelism.pp() > 1) {
      double split = parallelism.sequenceParallel() ? parallelism.tp() : 1;
      numbers.put(WorkloadFile.PIPELINE_BYTES, Math.round(buffer() / split));
    }
    return numbers;
  }

  /** Activations between layers of a micro-batch, bytes. */
  private double buffer() {
    double tokens =
        (double) training.batch().microBatch() * training.batch().sequence() / parallelism.cp();
    return tokens * plan.model().hidden() * ACTIVATION_BYTES;
  }

  /** What replicas exchange, behind the last pass; then the update of the weights. */
  private void exchanges() {
    RankTensors tensors = RankTensors.of(plan.model(), training);
    double reduce = training.numerics().gradientReduceBytes();
    double gather = training.numerics().parameterGatherBytes();
    for (boolean experts : new boolean[] {false, true}) {
      double parameters = tensors.parameters(experts);
      Group group = experts ? Group.DP_EP : Group.OWN;
      String of = experts ? "moe_grad" : "grad";
      if (parameters == 0) {
        continue;
      }
      if (parallelism.sharding() == Sharding.NONE) {
        once(of + "_param_comm", Collective.ALLREDUCE, group, parameters * reduce);
      } else {
        once(of + "_gather", Collective.ALLGATHER, group, parameters * gather);
        once(of + "_param_comm", Collective.REDUCESCATTER, group, parameters * reduce);
      }
    }
    Pass update = Pass.computing(Math.round(cost.optimizer() * NANOS));
    add("grad_param_compute", Pass.computing(LITTLE_NS), update, Pass.computing(LITTLE_NS));
  }

  private void once(String name, Collective collective, Group group, double bytes) {
    Pass nothing = Pass.computing(LITTLE_NS);
    add(name, nothing, nothing, new Pass(LITTLE_NS, collective, group, Math.round(bytes)));
  }

  private void add(String name, Pass forward, Pass inputs, Pass weights) {
    layers.add(new Layer(name, -1, forward, inputs, weights, UPDATE_NS, ""));
  }

  private record Line(
      String name, Collective forward, Collective backward, Group group, long bytes) {}

  /** The layers of a stage: a line for each exchange, and its part of the time. */
  private List<Layer> microBatch() {
    List<Line> lines = lines();
    double again = cost.recompute() / cost.microBatches();
    double pass =
        (cost.compute() + cost.recompute() + cost.host() + cost.context().exposed())
            / cost.microBatches();
    forwardNs = (pass - again) * FORWARD_PART * NANOS / lines.size();
    backwardNs = (pass * NANOS - forwardNs * lines.size()) / lines.size() / 2;
    List<Layer> batch = new ArrayList<>();
    for (Line line : lines) {
      batch.add(
          new Layer(
              line.name(),
              -1,
              new Pass(part(forwardNs), line.forward(), line.group(), line.bytes()),
              new Pass(part(backwardNs), line.backward(), line.group(), line.bytes()),
              Pass.computing(part(backwardNs)),
              UPDATE_NS,
              ""));
    }
    return batch;
  }

  /** Whole nanoseconds whose sum is right to one. */
  private long part(double ns) {
    elapsed += ns;
    long part = Math.round(elapsed - told);
    told += part;
    return part;
  }

  private List<Line> lines() {
    int stage = Math.max(1, Math.ceilDiv(plan.model().layerCount(), parallelism.pp()));
    double exchanged = blocks();
    int blocks = (int) (exchanged + 1e-6);
    double share = (double) experts() / plan.model().layerCount();
    int expertLayers = parallelism.ep() > 1 ? (int) Math.max(1, Math.round(share * stage)) : 0;
    List<Line> lines = new ArrayList<>();
    long ends = Math.round(2 * (exchanged - blocks) * buffer());
    if (ends > 0) {
      Collective sum = Collective.ALLREDUCE;
      lines.add(new Line("embedding_layer", sum, Collective.NONE, Group.OWN, ends));
    }
    for (int l = 0; l < stage; l++) {
      int before = lines.size();
      for (int b = part(blocks, l, stage); b < part(blocks, l + 1, stage); b++) {
        block(lines, b == part(blocks, l, stage) ? "attention" : "mlp");
      }
      for (int e = part(expertLayers, l, stage); e < part(expertLayers, l + 1, stage); e++) {
        experts(lines, expertLayers);
      }
      if (lines.size() == before) {
        lines.add(new Line("layer", Collective.NONE, Collective.NONE, Group.OWN, 0));
      }
    }
    return lines;
  }

  private static int part(int whole, int of, int parts) {
    return (int) ((long) whole * of / parts);
  }

  /** Blocks of a stage that tensor-parallel ranks synchronise, and what its ends are of one. */
  private double blocks() {
    int tp = parallelism.tp();
    double each = 4 * (tp - 1.0) / tp * buffer() * cost.microBatches();
    return tp == 1 ? 0 : cost.tensor().bytes() / each;
  }

  private void block(List<Line> lines, String name) {
    long bytes = Math.round(buffer());
    if (parallelism.sequenceParallel()) {
      Collective gather = Collective.ALLGATHER;
      Collective scatter = Collective.REDUCESCATTER;
      lines.add(new Line(name + "_column", gather, scatter, Group.OWN, bytes));
      lines.add(new Line(name + "_row", scatter, gather, Group.OWN, bytes));
    } else {
      lines.add(new Line(name, Collective.ALLREDUCE, Collective.ALLREDUCE, Group.OWN, bytes));
    }
  }

  /** Layers of the model with experts. */
  private int experts() {
    return plan.model().layers().stream()
        .filter(group -> group.feedForward() instanceof FeedForward.Experts)
        .mapToInt(group -> group.count())
        .sum();
  }

  /** Tokens to the experts and back, in both passes. */
  private void experts(List<Line> lines, int expertLayers) {
    double exchanges = 4.0 * expertLayers * cost.microBatches();
    double whole = (double) parallelism.ep() / (parallelism.ep() - 1);
    long bytes = Math.round(cost.expert().bytes() / exchanges * whole);
    Collective exchange = Collective.ALLTOALL;
    lines.add(new Line("mlp_moelayer_dispatch", exchange, exchange, Group.EP, bytes));
    lines.add(new Line("mlp_moelayer_combine", exchange, exchange, Group.EP, bytes));
  }
}
