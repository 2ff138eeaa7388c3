package io.busbar.nccl.validate;

/** Ranges of sizes in which different things decide the time. */
public enum Regime {
  /** Up to 32 KiB: hops and start-up. */
  LATENCY,
  /** Up to 32 MiB: where algorithm and protocol change. */
  TRANSITION,
  /** Above: links. */
  BANDWIDTH;

  private static final long LATENCY_END = 32L << 10;
  private static final long TRANSITION_END = 32L << 20;

  /** The range of a size. */
  public static Regime of(long sizeBytes) {
    if (sizeBytes <= LATENCY_END) {
      return LATENCY;
    }
    return sizeBytes <= TRANSITION_END ? TRANSITION : BANDWIDTH;
  }
}
