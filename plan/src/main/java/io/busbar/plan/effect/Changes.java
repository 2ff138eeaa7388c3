package io.busbar.plan.effect;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.training.Batch;
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
import io.busbar.model.training.Training;
import io.busbar.plan.stack.ExpertOverlap;
import io.busbar.plan.stack.Feature;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The single changes worth asking about for a set-up, each evaluated. Only those that the rules of
 * layouts allow. One use; not thread-safe.
 */
public final class Changes {
  private static final int MAX_MICRO_BATCH = 64;
  private static final int ACCUMULATION = 4;

  private final Situation now;
  private final Training training;
  private final Parallelism p;
  private final Overlap overlap;
  private final LayoutRules rules;
  private final List<Change> changes = new ArrayList<>();

  private Changes(Situation now) {
    this.now = now;
    this.training = now.training();
    this.p = training.parallelism();
    this.overlap = training.overlap();
    this.rules =
        new LayoutRules(
            ModelLimits.of(now.model()),
            training.batch().sequence(),
            training.batch().globalBatch());
  }

  /** Every change that can be made, the largest gain first. */
  public static List<Change> of(Situation now) {
    Changes changes = new Changes(now);
    changes.overlaps();
    changes.network();
    changes.pipeline();
    changes.batch();
    changes.numerics();
    changes.recompute();
    changes.sharding();
    changes.changes.sort(Comparator.comparingDouble(Change::gain).reversed());
    return List.copyOf(changes.changes);
  }

  private void overlaps() {
    if ((long) p.dp() * p.cp() > 1) {
      boolean on = overlap.gradients();
      Overlap other =
          new Overlap(
              !on,
              !on && p.sharding() != Sharding.NONE,
              overlap.tensor(),
              overlap.pipeline(),
              overlap.experts(),
              overlap.bucketBytes());
      add(
          "gradient-overlap",
          on ? "do not overlap gradients and parameters" : "overlap gradients and parameters",
          "reduction behind the backward pass, gathering behind the forward pass",
          "overlap.gradients, overlap.parameters",
          !on,
          training.with(other));
    }
    if (p.tp() > 1 && p.sequenceParallel()) {
      boolean on = overlap.tensor();
      add(
          "tensor-overlap",
          on ? "do not overlap tensor-parallel traffic" : "overlap tensor-parallel traffic",
          "all-gather and reduce-scatter in pieces behind the products they feed",
          "overlap.tensor",
          !on,
          training.with(
              new Overlap(
                  overlap.gradients(),
                  overlap.parameters(),
                  !on,
                  overlap.pipeline(),
                  overlap.experts(),
                  overlap.bucketBytes())));
    }
    if (p.ep() > 1 && (overlap.experts() || ExpertOverlap.possible(training))) {
      boolean on = overlap.experts();
      add(
          "expert-overlap",
          on ? "do not overlap the expert exchange" : "overlap the expert exchange",
          "all-to-all of one micro-batch behind the computation of another",
          "overlap.experts",
          !on,
          training.with(
              new Overlap(
                  overlap.gradients(),
                  overlap.parameters(),
                  overlap.tensor(),
                  overlap.pipeline(),
                  !on,
                  overlap.bucketBytes())));
    }
  }

  private void network() {
    Cluster cluster = now.cluster();
    if (cluster.network().kind() == NetworkKind.INFINIBAND && cluster.nodes() > 1) {
      boolean on = cluster.network().sharp();
      add(
          "sharp",
          on ? "without SHARP" : "with SHARP",
          "switches reduce all-reduces; reduce-scatter and all-gather keep their bytes",
          "cluster.network.sharp",
          !on,
          now.on(cluster.withNetwork(cluster.network().withSharp(!on))));
    }
    if (cluster.nodes() > 1) {
      boolean on = cluster.network().gpuDirect();
      add(
          "gpudirect",
          on ? "without GPUDirect RDMA" : "with GPUDirect RDMA",
          "messages through host memory share its links and are copied twice",
          "cluster.network.gpudirect",
          !on,
          now.on(cluster.withNetwork(cluster.network().withGpuDirect(!on))));
    }
  }

  private void pipeline() {
    if (p.pp() == 1) {
      return;
    }
    int perStage = now.model().layerCount() / p.pp();
    for (int v = 1; v <= perStage; v++) {
      boolean divides = now.model().layerCount() % (p.pp() * v) == 0;
      if (divides && v != p.virtualStages()) {
        Parallelism other =
            layout(
                v > 1 ? PipelineSchedule.INTERLEAVED : PipelineSchedule.ONE_F_ONE_B,
                v,
                p.sharding(),
                p.sequenceParallel());
        addLayout(
            "virtual-stages-" + v,
            v == 1 ? "1F1B without virtual stages" : "interleave " + v + " virtual stages",
            "the bubble shrinks with virtual stages, sends grow with them",
            "parallelism.virtual_stages",
            other);
      }
    }
    for (PipelineSchedule schedule :
        List.of(
            PipelineSchedule.ZERO_BUBBLE_1P,
            PipelineSchedule.ZERO_BUBBLE_V,
            PipelineSchedule.DUAL_PIPE)) {
      if (schedule != p.schedule()) {
        addLayout(
            schedule.written(),
            "schedule " + schedule.written(),
            schedule == PipelineSchedule.DUAL_PIPE
                ? "two directions fill each other's bubble, with twice the parameters"
                : "weight gradients fill the bubble",
            "parallelism.schedule",
            layout(schedule, 1, p.sharding(), p.sequenceParallel()));
      }
    }
  }

  private Parallelism layout(
      PipelineSchedule schedule, int virtualStages, Sharding sharding, boolean sequenceParallel) {
    return new Parallelism(
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
        p.order());
  }

  private void batch() {
    Batch b = training.batch();
    int doubled = b.microBatch() * 2;
    if (doubled <= MAX_MICRO_BATCH) {
      addBatch(
          "micro-batch-double",
          doubled,
          b.globalBatch(),
          "larger products, fewer micro-batches",
          true);
    }
    if (b.microBatch() % 2 == 0) {
      addBatch(
          "micro-batch-half",
          b.microBatch() / 2,
          b.globalBatch(),
          "smaller products, a smaller bubble",
          true);
    }
    addBatch(
        "accumulate-" + ACCUMULATION,
        b.microBatch(),
        b.globalBatch() * ACCUMULATION,
        "gradients travel once for "
            + ACCUMULATION
            + " times the tokens; the global batch grows with it, which training must bear",
        false);
  }

  private void addBatch(String code, int micro, long global, String why, boolean advice) {
    boolean larger = global > training.batch().globalBatch();
    if (!new LayoutRules(ModelLimits.of(now.model()), training.batch().sequence(), global)
        .holds(p, micro)) {
      return;
    }
    add(
        code,
        larger
            ? String.format(
                Locale.ROOT,
                "accumulate %d times: global batch %,d sequences",
                global / training.batch().globalBatch(),
                global)
            : "micro-batch " + micro,
        why,
        larger ? "batch.global_batch" : "batch.micro_batch",
        advice,
        training.with(new Batch(training.batch().sequence(), global, micro)));
  }

  private void numerics() {
    Numerics n = training.numerics();
    if (n.gradientReduceBytes() > 2 && n.compute() != Precision.FP32) {
      add(
          "gradients-16-bit",
          "reduce gradients in 16 bits",
          "half the bytes; sums over many replicas lose accuracy",
          "precision.gradient_reduce",
          true,
          with(
              new Numerics(
                  n.compute(),
                  n.gradientBytes(),
                  2,
                  n.parameterGatherBytes(),
                  n.optimizerBytes())));
    }
    Gpu gpu = now.cluster().node().gpu();
    boolean half = n.compute() == Precision.BF16 || n.compute() == Precision.FP16;
    if (half && gpu.fp8FlopPerSecond() > 0) {
      add(
          "fp8",
          "linear layers in FP8",
          "products at up to twice the rate; attention stays in 16 bits; accuracy must be checked",
          "precision.compute",
          false,
          with(
              new Numerics(
                  Precision.FP8,
                  n.gradientBytes(),
                  n.gradientReduceBytes(),
                  n.parameterGatherBytes(),
                  n.optimizerBytes())));
    }
  }

  /** The set-up in other formats; buckets of a default size are of that default there. */
  private Training with(Numerics other) {
    OverlapRequest plain =
        new OverlapRequest(
            overlap.gradients(),
            overlap.parameters(),
            overlap.tensor(),
            overlap.pipeline(),
            overlap.experts(),
            null);
    boolean usual = plain.in(p, training.numerics()).bucketBytes() == overlap.bucketBytes();
    Training changed = training.with(other);
    return usual ? changed.with(plain.in(p, other)) : changed;
  }

  private void recompute() {
    if (training.recompute() != Recompute.NONE) {
      add(
          "no-recompute",
          "keep all activations",
          "no forward work is repeated",
          "recompute",
          true,
          training.with(Recompute.NONE, 1));
    }
    if (training.recompute() != Recompute.FULL || training.recomputeShare() < 1) {
      add(
          "full-recompute",
          "recompute every layer",
          "memory for time: one more forward pass",
          "recompute",
          false,
          training.with(Recompute.FULL, 1));
    }
  }

  private void sharding() {
    if (p.tp() > 1) {
      Parallelism other =
          layout(p.schedule(), p.virtualStages(), p.sharding(), !p.sequenceParallel());
      Training changed = training.with(other).with(relevant(other));
      if (rules.holds(other, training.batch().microBatch())) {
        add(
            "sequence-parallel",
            p.sequenceParallel() ? "without sequence parallelism" : "with sequence parallelism",
            "norms and residuals split over tensor-parallel ranks; all-reduce becomes two halves",
            "parallelism.sequence_parallel",
            !p.sequenceParallel(),
            changed);
      }
    }
    if ((long) p.dp() * p.cp() > 1 && p.sharding() == Sharding.NONE) {
      Parallelism other =
          layout(p.schedule(), p.virtualStages(), Sharding.OPTIMIZER, p.sequenceParallel());
      add(
          "shard-optimizer",
          "shard optimizer states (distributed optimizer, ZeRO-1)",
          "each replica updates its part; reduce-scatter and all-gather replace the all-reduce",
          "parallelism.sharding",
          true,
          training.with(other).with(relevant(other)));
    }
  }

  /** The overlap that another layout of the same request can have. */
  private Overlap relevant(Parallelism other) {
    return new OverlapRequest(
            overlap.gradients(),
            overlap.gradients(),
            overlap.tensor() || overlap.gradients(),
            overlap.pipeline(),
            overlap.experts(),
            null)
        .in(other, training.numerics());
  }

  private void addLayout(String code, String what, String why, String setting, Parallelism other) {
    if (rules.holds(other, training.batch().microBatch())) {
      Overlap request =
          new OverlapRequest(
                  overlap.gradients(),
                  overlap.parameters(),
                  overlap.tensor(),
                  true,
                  overlap.experts() || other.schedule() == PipelineSchedule.DUAL_PIPE,
                  overlap.bucketBytes())
              .in(other, training.numerics());
      add(code, what, why, setting, true, training.with(other).with(request));
    }
  }

  private void add(
      String code, String what, String why, String setting, boolean advice, Training changed) {
    add(code, what, why, setting, advice, now.with(changed));
  }

  /** What the framework must be able to do for a change, by its code; null for nothing special. */
  private static @Nullable Feature needs(String code, Situation after) {
    Training t = after.training();
    return switch (code) {
      case "gradient-overlap" -> Feature.OVERLAP_GRADIENTS;
      case "tensor-overlap" -> Feature.OVERLAP_TENSOR;
      case "expert-overlap" -> Feature.OVERLAP_EXPERTS;
      case "gradients-16-bit" -> Feature.GRADIENTS_16_BIT;
      case "fp8" -> Feature.FP8;
      case "full-recompute" -> Feature.RECOMPUTE_FULL;
      case "sequence-parallel" -> Feature.SEQUENCE_PARALLEL;
      case "shard-optimizer" -> Feature.SHARD_OPTIMIZER;
      default -> Feature.of(t.parallelism().schedule());
    };
  }

  private void add(
      String code,
      String what,
      String why,
      String setting,
      boolean advice,
      @Nullable Situation after) {
    if (after != null) {
      changes.add(new Change(code, what, why, setting, needs(code, after), advice, now, after));
    }
  }
}
