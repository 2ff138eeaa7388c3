package io.busbar.simulate.step;

/**
 * What replicas exchange in a step, and when.
 *
 * @param gradients whether gradients travel while the backward pass goes on
 * @param parameters whether parameters are gathered while the forward pass goes on
 * @param backwardPrefetch whether sharded parameters are gathered one unit ahead in the backward
 *     pass
 * @param bucketBytes gradients that travel together, at least; sharded parameters go by units
 * @param firstBucketBytes the same of the first bucket, which starts early
 * @param noSync whether gradients travel once per step, not with each micro-batch
 */
public record Overlapping(
    Exchange exchange,
    boolean gradients,
    boolean parameters,
    boolean backwardPrefetch,
    long bucketBytes,
    long firstBucketBytes,
    boolean noSync) {

  /** PyTorch DDP's {@code bucket_cap_mb} of 25, in bytes. */
  public static final long DDP_BUCKET = 25L << 20;

  /** PyTorch DDP's first bucket, bytes (kDefaultFirstBucketBytes). */
  public static final long DDP_FIRST_BUCKET = 1L << 20;

  /** What replicas share. */
  public enum Exchange {
    /** Gradients are all-reduced (DDP). */
    ALL_REDUCE,
    /** Gradients are reduce-scattered, parameters gathered once (ZeRO-1 and 2). */
    SHARDED_OPTIMIZER,
    /** Parameters are gathered for each pass, gradients reduce-scattered (FSDP, ZeRO-3). */
    SHARDED_PARAMETERS
  }

  public Overlapping {
    if (bucketBytes < 1 || firstBucketBytes < 1) {
      throw new IllegalArgumentException("a bucket has a size");
    }
  }
}
