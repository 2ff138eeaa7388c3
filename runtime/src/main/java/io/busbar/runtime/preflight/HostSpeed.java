package io.busbar.runtime.preflight;

/**
 * How fast a host computes and copies, as the best of many short slices: other work on the host
 * makes slices slower, never faster.
 *
 * @param loopsPerS turns per second of a fixed loop in one thread
 * @param copyBytesPerS bytes per second that one thread copies, far beyond its caches
 */
record HostSpeed(double loopsPerS, double copyBytesPerS) {
  private static final int SLICES = 40;
  private static final int TURNS = 1_000_000;
  private static final int COPY_BYTES = 32 << 20;
  private static final int PIECE = 4 << 20;
  private static final long XORSHIFT_SEED = 88_172_645_463_325_252L;

  static HostSpeed measure() {
    double loops = 0;
    long state = XORSHIFT_SEED;
    for (int slice = 0; slice < SLICES; slice++) {
      long start = System.nanoTime();
      state = turn(state);
      loops = Math.max(loops, TURNS * 1e9 / Math.max(1, System.nanoTime() - start));
    }
    // A result that nobody uses would not be computed.
    return new HostSpeed(state == 0 ? 0 : loops, copy());
  }

  /** Marsaglia's xorshift64: each turn needs the one before. */
  private static long turn(long seed) {
    long state = seed;
    for (int i = 0; i < TURNS; i++) {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
    }
    return state;
  }

  private static double copy() {
    byte[] from = new byte[COPY_BYTES];
    byte[] to = new byte[COPY_BYTES];
    double best = 0;
    for (int slice = 0; slice < 2 * SLICES; slice++) {
      int at = slice * PIECE % COPY_BYTES;
      long start = System.nanoTime();
      System.arraycopy(from, at, to, at, PIECE);
      best = Math.max(best, PIECE * 1e9 / Math.max(1, System.nanoTime() - start));
    }
    return best;
  }

  String encoded() {
    return loopsPerS + " " + copyBytesPerS;
  }

  static HostSpeed decoded(String text) {
    String[] parts = text.split(" ", -1);
    return new HostSpeed(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
  }

  /** The better of two measurements. */
  HostSpeed best(HostSpeed other) {
    return new HostSpeed(
        Math.max(loopsPerS, other.loopsPerS), Math.max(copyBytesPerS, other.copyBytesPerS));
  }
}
