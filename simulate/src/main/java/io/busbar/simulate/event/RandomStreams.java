package io.busbar.simulate.event;

/**
 * Many streams of random numbers, one for each port: what one draws does not depend on when others
 * do, so parts of a network can draw side by side. Each is SplitMix64 from a start of its own.
 */
public final class RandomStreams {
  private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;

  private final long[] state;

  /** Streams [0, count). */
  public RandomStreams(long seed, int count) {
    state = new long[count];
    for (int stream = 0; stream < count; stream++) {
      state[stream] = start(seed, stream);
    }
  }

  private static long start(long seed, long stream) {
    return RandomStream.mix(seed ^ RandomStream.mix(stream + GOLDEN));
  }

  /** The next number of a stream, evenly from [0, 1). */
  public double unit(int stream) {
    state[stream] += GOLDEN;
    return (RandomStream.mix(state[stream]) >>> 11) * 0x1p-53;
  }

  /** A number of a stream that is not kept, by its place in it from 0. */
  public static long number(long seed, long stream, long place) {
    return RandomStream.mix(start(seed, stream) + (place + 1) * GOLDEN);
  }
}
