package io.busbar.plan.emit;

import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Recompute;
import io.busbar.plan.Times;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.input.PlanFile;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Plans of the tests, from the text of a plan file. */
final class Plans {
  /** 70B on 1,024 GPUs: every dense dimension of Megatron, interleaved. */
  static final String DENSE =
      """
      model: llama3-70b
      cluster: dgx-h100:128
      parallelism: {tp: 8, pp: 4, schedule: interleaved, virtual_stages: 5, sharding: optimizer}
      batch: {sequence: 8192, global_batch: 512, micro_batch: 1}
      precision: {compute: bf16, gradients: fp32, gradient_reduce: bf16}
      recompute: none
      """;

  /** 1B replicated on 64 GPUs. */
  static final String REPLICATED =
      """
      model: llama3.2-1b
      cluster: dgx-h100:8
      parallelism: {tp: 1, pp: 1, sharding: none}
      batch: {sequence: 4096, global_batch: 512, micro_batch: 1}
      recompute: full
      overlap: {bucket: 100MiB}
      """;

  /** 8B sharded inside nodes of 64 GPUs. */
  static final String HYBRID =
      """
      model: llama3-8b
      cluster: dgx-h100:8
      parallelism: {tp: 1, pp: 1, sharding: parameters, shard_group: 8}
      batch: {sequence: 8192, global_batch: 256, micro_batch: 2}
      precision: {compute: bf16, gradient_reduce: fp32}
      recompute: full
      """;

  /** 8B with ZeRO-2 on 32 GPUs. */
  static final String ZERO =
      """
      model: llama3-8b
      cluster: dgx-h100:4
      parallelism: {tp: 2, sequence_parallel: true, pp: 1, sharding: gradients}
      batch: {sequence: 8192, global_batch: 128, micro_batch: 1}
      recompute: none
      overlap: {bucket: 200MB}
      """;

  /** A mixture of experts with context parallelism. */
  static final String EXPERTS =
      """
      model: mixtral-8x7b
      cluster: dgx-h100:16
      parallelism: {tp: 2, pp: 4, cp: 2, ep: 8, etp: 1, sharding: optimizer}
      batch: {sequence: 8192, global_batch: 256, micro_batch: 1}
      overlap: {experts: false}
      recompute: none
      """;

  private Plans() {}

  static Situation of(String yaml) {
    Problems problems = new Problems();
    PlanFile file =
        PlanFile.read(
            TreeReader.parse("plan.yaml", yaml.getBytes(StandardCharsets.UTF_8)), problems);
    problems.throwIfAny();
    PlanFile plan = Objects.requireNonNull(file);
    Parallelism layout = Objects.requireNonNull(plan.layout());
    Integer microBatch = Objects.requireNonNull(plan.training().microBatch());
    Recompute recompute = Objects.requireNonNull(plan.training().recompute());
    return Situation.of(
        plan.model(),
        plan.cluster(),
        plan.training().with(layout, microBatch, recompute),
        Times.NCCL);
  }
}
