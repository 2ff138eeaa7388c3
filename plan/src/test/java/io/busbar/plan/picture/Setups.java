package io.busbar.plan.picture;

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
import io.busbar.plan.Times;
import io.busbar.plan.effect.Situation;

/** Set-ups of catalogue models on catalogue clusters that pictures are drawn of. */
final class Setups {
  private Setups() {}

  static Situation of(String model, String cluster, Parallelism p, long globalBatch, int sequence) {
    Problems problems = new Problems();
    ModelSpec spec = requireNonNull(Models.named(model, Position.of("test"), problems));
    Cluster nodes = requireNonNull(Clusters.parse(cluster, Position.of("test"), problems));
    return Situation.of(spec, nodes, training(p, new Batch(sequence, globalBatch, 1)), Times.NCCL);
  }

  static Training training(Parallelism p, Batch batch) {
    Software software =
        new Software(Stack.MEGATRON_CORE, AttentionKernel.FLASH_3, true, false, true);
    Overlap overlap = new Overlap(true, true, false, true, false, 128L << 20);
    Numerics numerics = Numerics.of(Precision.BF16);
    return new Training(p, batch, numerics, Recompute.SELECTIVE, overlap, software);
  }

  /** 70B on 1,024 GPUs: TP8, PP4, 16 micro-batches. */
  static Situation llama(PipelineSchedule schedule, int virtualStages) {
    return of("llama3-70b", "dgx-h100:128", dense(8, 4, schedule, virtualStages, 32), 512, 8192);
  }

  /** 671B on 2,048 GPUs: PP16, EP64, DP128, 60 micro-batches. */
  static Situation deepseek(PipelineSchedule schedule) {
    Parallelism p =
        new Parallelism(
            1,
            false,
            16,
            schedule,
            1,
            1,
            ContextParallel.RING,
            64,
            1,
            128,
            Sharding.OPTIMIZER,
            0,
            Parallelism.DEFAULT_ORDER);
    return of("deepseek-v3", "dgx-h100:256", p, 7680, 4096);
  }

  static Parallelism dense(int tp, int pp, PipelineSchedule schedule, int virtualStages, int dp) {
    return dense(tp, pp, schedule, virtualStages, dp, Sharding.OPTIMIZER);
  }

  static Parallelism dense(
      int tp, int pp, PipelineSchedule schedule, int virtualStages, int dp, Sharding sharding) {
    return new Parallelism(
        tp,
        tp > 1,
        pp,
        schedule,
        virtualStages,
        1,
        ContextParallel.RING,
        1,
        1,
        dp,
        sharding,
        0,
        Parallelism.DEFAULT_ORDER);
  }
}
