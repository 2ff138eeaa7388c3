package io.busbar.plan.search;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Global batches near a given one that leave the layout free. With N GPUs and a batch of B
 * sequences, tp·pp·cp is a multiple of N / gcd(N, B): each replica takes as many sequences as the
 * others. That forces model parallelism that nobody wants, or stages that the layers do not divide:
 * 3 of 192 GPUs and 512 sequences, 37 of 296 and 512, 16 of 64 and 100. Stateless.
 */
public final class NearBatches {
  /** A batch further off, as a part of the given one, is another training. */
  private static final double FARTHEST = 0.125;

  private static final int MOST = 2;

  private NearBatches() {}

  /**
   * Batches at most an eighth away that N or N over a power of two divides, the largest such
   * divisor first; of each the nearest.
   *
   * @param gpus N
   * @param batch B, sequences
   * @return at most two; empty when the divisors that B has are as large
   */
  public static List<Long> of(int gpus, long batch) {
    List<Long> near = new ArrayList<>();
    long own = gpus / forced(gpus, batch);
    for (long shared = gpus; shared > own && near.size() < MOST; shared /= 2) {
      long multiple = Math.max(1, Math.round((double) batch / shared)) * shared;
      boolean close = Math.abs(multiple - batch) <= FARTHEST * batch;
      if (close && !near.contains(multiple)) {
        near.add(multiple);
      }
      if (shared % 2 != 0) {
        break;
      }
    }
    return near;
  }

  /** N / gcd(N, B): what tp·pp·cp is a multiple of. */
  public static long forced(int gpus, long batch) {
    return gpus / BigInteger.valueOf(gpus).gcd(BigInteger.valueOf(batch)).longValue();
  }
}
