package io.busbar.simulate.network;

/** Seconds to picoseconds and back: the only place that does it. */
public final class SimTime {
  /** Picoseconds of a second. */
  public static final long PS_PER_SECOND = 1_000_000_000_000L;

  private SimTime() {}

  /** Nearest picosecond. */
  public static long ps(double seconds) {
    return Math.round(seconds * PS_PER_SECOND);
  }

  public static double seconds(long ps) {
    return (double) ps / PS_PER_SECOND;
  }

  /** Time of {@code bytes} on a link, rounded up: bytes · 10¹² / rate. */
  public static long transferPs(long bytes, long bytesPerSecond) {
    return (long) Math.ceil((double) bytes * PS_PER_SECOND / bytesPerSecond);
  }
}
