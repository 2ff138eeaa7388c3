package io.busbar.simulate.event;

/**
 * Many streams of random numbers, one for each port: what one draws does not depend on when others
 * do, so parts of a network can draw side by side. Each is SplitMix64 from a start of its own.
 */
public final class RandomStreams {
  private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;

  private final long[] drawn;
  private final long seed;

  public RandomStreams(long seed, int count) {
    this.seed = seed;
    drawn = new long[count];
  }

  /** The next number of a stream, evenly from [0, 1). */
  public double unit(int stream) {
    return (number(seed, stream, drawn[stream]++) >>> 11) * 0x1p-53;
  }

  /** A number of a stream, by its place in it. */
  public static long number(long seed, long stream, long place) {
    long start = RandomStream.mix(seed ^ RandomStream.mix(stream + GOLDEN));
    return RandomStream.mix(start + (place + 1) * GOLDEN);
  }
}
