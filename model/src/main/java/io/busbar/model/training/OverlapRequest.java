package io.busbar.model.training;

import org.jspecify.annotations.Nullable;

/**
 * What the training stack is asked to hide behind computation. What a layout cannot hide is dropped
 * when the request meets it.
 *
 * @param gradients reduction of gradients behind the backward pass
 * @param parameters gathering of parameters behind the forward pass
 * @param tensor tensor-parallel collectives behind the matrix products
 * @param pipeline sends and receives between stages
 * @param experts expert all-to-all behind other micro-batches
 * @param bucketBytes gradients that travel together; null for the stack's own default
 */
public record OverlapRequest(
    boolean gradients,
    boolean parameters,
    boolean tensor,
    boolean pipeline,
    boolean experts,
    @Nullable Long bucketBytes) {

  /** Megatron's default bucket in elements: max(40e6, 1e6·dp·cp). */
  static final long MEGATRON_BUCKET_ELEMENTS = 40_000_000L;

  static final long MEGATRON_BUCKET_ELEMENTS_PER_RANK = 1_000_000L;

  /**
   * What is hidden in a given layout. Tensor-parallel overlap needs sequence parallelism; stages
   * overlap their sends only in schedules that split a rank's work (Megatron batches them in plain
   * 1F1B).
   */
  public Overlap in(Parallelism p, Numerics numerics) {
    boolean plainSchedule =
        p.schedule() == PipelineSchedule.GPIPE || p.schedule() == PipelineSchedule.ONE_F_ONE_B;
    return new Overlap(
        gradients,
        parameters && p.sharding() != Sharding.NONE,
        tensor && p.tp() > 1 && p.sequenceParallel(),
        pipeline && p.pp() > 1 && !plainSchedule,
        experts && p.ep() > 1,
        bucketBytes == null ? defaultBucketBytes(p, numerics) : bucketBytes);
  }

  /**
   * DDP: 25 MiB. Sharded optimizer or gradients: max(40e6, 1e6·dp·cp) elements of the width on the
   * wire. Sharded parameters: 0, one layer at a time. Sources: PyTorch DDP documentation,
   * Megatron-Core distributed data parallel configuration.
   */
  private static long defaultBucketBytes(Parallelism p, Numerics numerics) {
    return switch (p.sharding()) {
      case NONE -> BucketRule.DDP_BYTES;
      case OPTIMIZER, GRADIENTS -> {
        long ranks = (long) p.dp() * p.cp();
        long elements =
            Math.max(MEGATRON_BUCKET_ELEMENTS, MEGATRON_BUCKET_ELEMENTS_PER_RANK * ranks);
        yield Math.round(elements * numerics.gradientReduceBytes());
      }
      case PARAMETERS -> 0;
    };
  }
}
