package io.busbar.plan.emit;

import io.busbar.model.cluster.Network;
import io.busbar.model.training.GroupAxis;
import io.busbar.model.training.LayoutRules;
import io.busbar.model.training.ModelLimits;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.OverlapRequest;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Software;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.memory.Verdict;
import java.util.List;
import java.util.Locale;

/**
 * The effect of single settings: the plan evaluated with and without each, in a sentence. One per
 * text; not thread-safe.
 */
final class Effects {
  /** What can hide behind computation one by one. */
  enum Hidden {
    PARAMETERS,
    TENSOR,
    PIPELINE,
    EXPERTS
  }

  static final String NO_TERM = "none predicted: the model has no term for it";
  static final String LAYOUT = "counted with the layout as a whole, see Predicted";

  /** Below this a change of the step is nothing. */
  private static final double NOTHING = 5e-5;

  /** Below this a change of peak memory is not worth saying. */
  private static final double LITTLE_MEMORY = 0.005;

  private static final double FP32_BYTES = 4;
  private static final double HALF_BYTES = 2;

  private final Situation plan;
  private final Training t;
  private final Parallelism p;
  private final Overlap o;

  Effects(Situation plan) {
    this.plan = plan;
    this.t = plan.training();
    this.p = t.parallelism();
    this.o = t.overlap();
  }

  /** Hiding gradients, and with them parameters, or not. */
  String gradientOverlap() {
    boolean on = !o.gradients();
    return toggle(
        o.gradients(),
        new Overlap(
            on,
            on && p.sharding() != Sharding.NONE,
            o.tensor(),
            o.pipeline(),
            o.experts(),
            o.bucketBytes()));
  }

  /** Hiding one kind of communication, or not. */
  String overlap(Hidden kind) {
    boolean on =
        switch (kind) {
          case PARAMETERS -> o.parameters();
          case TENSOR -> o.tensor();
          case PIPELINE -> o.pipeline();
          case EXPERTS -> o.experts();
        };
    return toggle(
        on,
        new Overlap(
            o.gradients(),
            o.parameters() ^ kind == Hidden.PARAMETERS,
            o.tensor() ^ kind == Hidden.TENSOR,
            o.pipeline() ^ kind == Hidden.PIPELINE,
            o.experts() ^ kind == Hidden.EXPERTS,
            o.bucketBytes()));
  }

  /** Against the framework's own default. */
  String bucket(double defaultBytes) {
    if (Math.abs(o.bucketBytes() - defaultBytes) < 1) {
      return "none: it is the default";
    }
    Overlap other =
        new Overlap(
            o.gradients(),
            o.parameters(),
            o.tensor(),
            o.pipeline(),
            o.experts(),
            Math.round(defaultBytes));
    return compare(plan.with(t.with(other)), true, "with the default");
  }

  String sequenceParallel() {
    return toggle(
        p.sequenceParallel(),
        layout(p.schedule(), p.virtualStages(), p.sharding(), !p.sequenceParallel(), p.order()));
  }

  /** Interleaving against plain 1F1B. */
  String virtualStages() {
    return toggle(
        true,
        layout(PipelineSchedule.ONE_F_ONE_B, 1, p.sharding(), p.sequenceParallel(), p.order()));
  }

  /** The plan's schedule against another that the framework has instead. */
  String schedule(PipelineSchedule other) {
    return against(
        layout(other, 1, p.sharding(), p.sequenceParallel(), p.order()), "with " + other.written());
  }

  /** The plan's sharding against full replicas. */
  String sharding() {
    return toggle(
        true,
        layout(p.schedule(), p.virtualStages(), Sharding.NONE, p.sequenceParallel(), p.order()));
  }

  /** The plan's sharding against another. */
  String sharding(Sharding other, String name) {
    return against(
        layout(p.schedule(), p.virtualStages(), other, p.sequenceParallel(), p.order()), name);
  }

  /** Sharding inside groups against sharding over all replicas. */
  String shardGroup() {
    Parallelism all = p.with(p.sharding(), 0);
    return toggle(true, all);
  }

  String order(List<GroupAxis> other) {
    return toggle(
        true, layout(p.schedule(), p.virtualStages(), p.sharding(), p.sequenceParallel(), other));
  }

  /** Gradients in the other width on the wire. */
  String reduceWidth() {
    Numerics n = t.numerics();
    boolean half = n.gradientReduceBytes() <= HALF_BYTES;
    double other = half ? FP32_BYTES : HALF_BYTES;
    return against(
        t.with(
            new Numerics(
                n.compute(),
                n.gradientBytes(),
                other,
                n.parameterGatherBytes(),
                n.optimizerBytes())),
        "in " + (half ? "32" : "16") + " bits");
  }

  /** Gradients held in 16 bits, where a framework ties that to the width on the wire. */
  String heldInHalf() {
    Numerics n = t.numerics();
    return against(
        t.with(
            new Numerics(
                n.compute(),
                HALF_BYTES,
                n.gradientReduceBytes(),
                n.parameterGatherBytes(),
                n.optimizerBytes())),
        "held in 16 bits");
  }

  /** Narrow linear layers against BF16. */
  String precision() {
    Numerics n = t.numerics();
    return against(
        t.with(
            new Numerics(
                Precision.BF16,
                n.gradientBytes(),
                n.gradientReduceBytes(),
                n.parameterGatherBytes(),
                n.optimizerBytes())),
        "in BF16");
  }

  /** Blocks under torch.compile against the same run eagerly. */
  String compiled() {
    Software s = t.software();
    Software eager =
        new Software(Stack.FSDP, s.attention(), s.fusedExperts(), s.cudaGraphs(), s.fusedLoss());
    return toggle(true, t.with(eager));
  }

  String recompute() {
    return toggle(t.recompute() != Recompute.NONE, t.with(Recompute.NONE, 1));
  }

  /** Reductions in the switches. */
  String sharp() {
    Network network = plan.cluster().network();
    return compare(
        plan.on(plan.cluster().withNetwork(network.withSharp(!network.sharp()))),
        network.sharp(),
        network.sharp() ? "without it" : "with it");
  }

  /**
   * What every further synchronisation of the gradients in a step costs.
   *
   * @param otherwise when there is one per micro-batch
   */
  String perSynchronisation(String otherwise) {
    return String.format(
        Locale.ROOT,
        "a synchronisation shows %s; the plan has one per step, %s there are %d",
        seconds(plan.cost().data().exposed()),
        otherwise,
        t.microBatches());
  }

  /** The model on replicas alone, which is what is left when nothing else can be split. */
  String replicasOnly(Sharding sharding) {
    long gpus = p.gpus();
    Parallelism replicas =
        new Parallelism(
            1,
            false,
            1,
            PipelineSchedule.ONE_F_ONE_B,
            1,
            1,
            p.contextKind(),
            1,
            1,
            Math.toIntExact(gpus),
            sharding,
            0,
            p.order());
    if (!rules().holds(replicas, t.batch().microBatch())) {
      return String.format(
          Locale.ROOT,
          "without them %d replicas would be left, too many for a global batch of %d",
          gpus,
          t.batch().globalBatch());
    }
    Situation it = plan.with(t.with(replicas).with(request(replicas, true)));
    return String.format(
        Locale.ROOT,
        "without them %d replicas would be left: step %s, peak %s, which %s",
        gpus,
        seconds(it.cost().step()),
        gigabytes(it.peakBytes()),
        verdict(it.verdict()));
  }

  private Training layout(
      PipelineSchedule schedule,
      int virtualStages,
      Sharding sharding,
      boolean sequenceParallel,
      List<GroupAxis> order) {
    Parallelism other =
        new Parallelism(
            p.tp(),
            sequenceParallel,
            p.pp(),
            schedule,
            virtualStages,
            p.cp(),
            p.contextKind(),
            p.ep(),
            p.etp(),
            p.dp(),
            sharding,
            sharding == Sharding.NONE ? 0 : p.shardGroup(),
            order);
    return t.with(other).with(request(other, sharding != p.sharding()));
  }

  /** The plan's overlap as far as another layout can have it. */
  private Overlap request(Parallelism other, boolean defaultBucket) {
    return new OverlapRequest(
            o.gradients(),
            o.parameters(),
            o.tensor(),
            o.pipeline(),
            o.experts(),
            defaultBucket ? null : o.bucketBytes())
        .in(other, t.numerics());
  }

  private String toggle(boolean on, Overlap other) {
    return compare(plan.with(t.with(other)), on, on ? "without overlap" : "with overlap");
  }

  private String toggle(boolean on, Parallelism other) {
    return toggle(on, t.with(other).with(request(other, false)));
  }

  private String toggle(boolean on, Training other) {
    return rules().holds(other.parallelism(), other.batch().microBatch())
        ? compare(plan.with(other), on, on ? "without it" : "with it")
        : "not evaluated: no valid layout " + (on ? "without it" : "with it");
  }

  private String against(Training other, String name) {
    return rules().holds(other.parallelism(), other.batch().microBatch())
        ? compare(plan.with(other), true, name)
        : "not evaluated: no valid layout " + name;
  }

  private LayoutRules rules() {
    return new LayoutRules(
        ModelLimits.of(plan.model()), t.batch().sequence(), t.batch().globalBatch());
  }

  private String compare(Situation other, boolean on, String name) {
    double now = plan.cost().step();
    double then = other.cost().step();
    double change = then / now - 1;
    double memory = other.peakBytes() / plan.peakBytes() - 1;
    boolean sameStep = Math.abs(change) < NOTHING;
    boolean sameMemory = Math.abs(memory) < LITTLE_MEMORY;
    if (sameStep && sameMemory) {
      return "none predicted: same step and memory " + name;
    }
    String first = on ? "" : " as planned";
    String step =
        sameStep
            ? "same step"
            : String.format(
                Locale.ROOT,
                "step %s%s, %s %s (%+.2f" + Script.TIED + "%%)",
                seconds(now),
                first,
                seconds(then),
                name,
                100 * change);
    String peak =
        sameMemory
            ? ""
            : String.format(
                Locale.ROOT,
                "; peak %s%s, %s %s",
                gigabytes(plan.peakBytes()),
                first,
                gigabytes(other.peakBytes()),
                name);
    String fits = other.verdict() == plan.verdict() ? "" : ", which " + verdict(other.verdict());
    return step + peak + fits;
  }

  static String verdict(Verdict verdict) {
    return verdict == Verdict.TIGHT ? "is tight" : verdict.label();
  }

  static String seconds(double seconds) {
    return seconds >= 1
        ? String.format(Locale.ROOT, "%.3f" + Script.TIED + "s", seconds)
        : String.format(Locale.ROOT, "%.1f" + Script.TIED + "ms", seconds * 1e3);
  }

  static String gigabytes(double bytes) {
    return String.format(Locale.ROOT, "%.1f" + Script.TIED + "GB", bytes / 1e9);
  }
}
