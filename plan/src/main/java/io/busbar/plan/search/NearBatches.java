package io.busbar.plan.search;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Global batches near a given one that leave the layout free. With N GPUs and a batch of B
 * sequences, tp·pp·cp is a multiple of N / gcd(N, B): each replica takes as many sequences as the
 * others. A factor of two there costs little, since tensor-parallel ranks and stages come in powers
 * of two; 3 or 9 (192 GPUs and 512 sequences, 2,304 and 4,096) force stages that the layers do not
 * divide. Stateless.
 */
public final class NearBatches {
  /** A batch further off, as a part of the given one, is another training. */
  private static final double FARTHEST = 0.125;

  private static final int MOST = 2;

  private NearBatches() {}

  /**
   * Batches at most an eighth away whose sequences the GPUs share up to a power of two, those that
   * share most first; of equal ones the nearest.
   *
   * @param gpus N
   * @param batch B, sequences
   * @return at most two; empty when B itself shares as well
   */
  public static List<Long> of(int gpus, long batch) {
    List<Long> near = new ArrayList<>();
    int odd = gpus >> Integer.numberOfTrailingZeros(gpus);
    if (batch % odd == 0) {
      return near;
    }
    for (long shared = gpus; shared >= odd && near.size() < MOST; shared /= 2) {
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
