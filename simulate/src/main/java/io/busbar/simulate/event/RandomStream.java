package io.busbar.simulate.event;

/**
 * A seeded stream of random numbers: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). Streams with
 * different seeds are independent enough for hashes, losses and marks. One owner each.
 */
public final class RandomStream {
  private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;

  private long state;

  public RandomStream(long seed) {
    state = seed;
  }

  public long next() {
    state += GOLDEN;
    return mix(state);
  }

  /** Evenly from [0, bound). */
  public int below(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  /** Evenly from [0, 1). */
  public double unit() {
    return (next() >>> 11) * 0x1p-53;
  }

  /** A number's bits mixed so that each depends on all: the finaliser of SplitMix64. */
  public static long mix(long z) {
    long a = (z ^ z >>> 30) * 0xbf58_476d_1ce4_e5b9L;
    long b = (a ^ a >>> 27) * 0x94d0_49bb_1331_11ebL;
    return b ^ b >>> 31;
  }
}
