package io.busbar.model.training;

/**
 * When a bucket of gradients goes: once it holds its size, as in PyTorch's reducer and Megatron's
 * buffers, so it may be larger by the tensor that fills it. The sharded optimizer gathers
 * parameters in the same buckets.
 *
 * @param bytes gradients that travel together, at least
 * @param firstBytes the same of the first bucket of a pass
 */
public record BucketRule(long bytes, long firstBytes) {
  /** PyTorch DDP's {@code bucket_cap_mb} of 25, in bytes. */
  public static final long DDP_BYTES = 25L << 20;

  /** PyTorch DDP's first bucket, bytes (kDefaultFirstBucketBytes): it starts early. */
  public static final long DDP_FIRST_BYTES = 1L << 20;

  public BucketRule {
    if (bytes < 1 || firstBytes < 1) {
      throw new IllegalArgumentException("a bucket has a size");
    }
  }

  /** The rule of a sharding with buckets of a size. */
  public static BucketRule of(Sharding sharding, long bytes) {
    boolean early = sharding == Sharding.NONE;
    return new BucketRule(bytes, early ? Math.min(DDP_FIRST_BYTES, bytes) : bytes);
  }

  /**
   * Whether a bucket goes.
   *
   * @param held bytes of gradients in it
   * @param first whether it is the first of the pass
   */
  public boolean full(double held, boolean first) {
    return held >= (first ? firstBytes : bytes);
  }
}
