package io.busbar.plan.step;

import static java.util.Objects.requireNonNull;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Batch;
import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Software;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;
import io.busbar.model.workload.Models;

/** Catalogue models and clusters, and layouts in a few numbers, for the tests of the step model. */
final class Cases {
  static final Overlap NOTHING_HIDDEN = new Overlap(false, false, false, false, false, 0);

  private Cases() {}

  static ModelSpec model(String name) {
    return requireNonNull(Models.named(name, Position.of("test"), new Problems()));
  }

  static Cluster cluster(String name) {
    return requireNonNull(Clusters.parse(name, Position.of("test"), new Problems()));
  }

  static GpuRates h100(StepConstants constants) {
    return new GpuRates(
        cluster("dgx-h100:1").node().gpu(), Precision.BF16, AttentionKernel.FLASH_3, constants);
  }

  static Parallelism layout(int tp, int pp, int dp, Sharding sharding) {
    return layout(tp, pp, 1, dp, sharding, PipelineSchedule.ONE_F_ONE_B, 1);
  }

  static Parallelism layout(
      int tp, int pp, int ep, int dp, Sharding sharding, PipelineSchedule schedule, int chunks) {
    return new Parallelism(
        tp,
        tp > 1,
        pp,
        schedule,
        chunks,
        1,
        ContextParallel.RING,
        ep,
        1,
        dp,
        sharding,
        0,
        Parallelism.DEFAULT_ORDER);
  }

  /** Megatron Core in BF16, sequences of 4,096 tokens, gradients reduced in 16 bits. */
  static Training training(Parallelism p, long microBatches, Overlap overlap) {
    return new Training(
        p,
        new Batch(4096, microBatches * p.dp(), 1),
        Numerics.of(Precision.BF16, 4.0, 2.0, 2.0, Numerics.ADAM_FP32_BYTES),
        Recompute.NONE,
        overlap,
        new Software(Stack.MEGATRON_CORE, AttentionKernel.FLASH_3, true, false, true));
  }
}
