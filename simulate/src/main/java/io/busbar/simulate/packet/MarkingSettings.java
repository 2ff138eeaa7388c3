package io.busbar.simulate.packet;

/**
 * ECN marks of an egress queue: never below kMin, then linear up to pMax at kMax, always above.
 *
 * @param kMinBytes for a port of {@code perBytesPerSecond}, in proportion for others
 * @param kMaxBytes likewise
 * @param pMax probability at kMax
 * @param perBytesPerSecond the rate that the sizes are for; 0 when they are for any rate
 * @param atDequeue whether a packet is marked as it leaves, by what waits behind it, as switches do
 *     it; else as it joins, by what waits before it
 */
public record MarkingSettings(
    long kMinBytes, long kMaxBytes, double pMax, long perBytesPerSecond, boolean atDequeue) {
  /** No marks. */
  public static final MarkingSettings OFF =
      new MarkingSettings(Long.MAX_VALUE, Long.MAX_VALUE, 0, 0, true);

  /** SimAI's table at 400 Gb/s, in proportion for other rates. */
  public static final MarkingSettings BY_RATE =
      new MarkingSettings(800_000, 3_200_000, 0.2, 50_000_000_000L, true);

  /** The DCQCN paper's setting for 40 Gb/s. */
  public static final MarkingSettings PAPER = new MarkingSettings(5_000, 200_000, 0.01, 0, true);

  /**
   * A threshold for InfiniBand's congestion control, chosen here: 64 KB at 400 Gb/s, all marked
   * that join above it.
   */
  public static final MarkingSettings THRESHOLD =
      new MarkingSettings(64_000, 64_000, 1, 50_000_000_000L, false);

  public MarkingSettings {
    if (kMaxBytes < kMinBytes || pMax < 0 || pMax > 1) {
      throw new IllegalArgumentException("kMin is at most kMax, pMax a probability");
    }
  }

  /** kMin of a port, bytes. */
  long kMin(long bytesPerSecond) {
    return scaled(kMinBytes, bytesPerSecond);
  }

  /** kMax of a port, bytes. */
  long kMax(long bytesPerSecond) {
    return scaled(kMaxBytes, bytesPerSecond);
  }

  private long scaled(long bytes, long bytesPerSecond) {
    return perBytesPerSecond == 0
        ? bytes
        : Math.round((double) bytes * bytesPerSecond / perBytesPerSecond);
  }
}
