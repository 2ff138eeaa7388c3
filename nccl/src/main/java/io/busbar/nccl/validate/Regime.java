package io.busbar.nccl.validate;

import java.util.Locale;

/** Ranges of sizes in which different things decide the time. */
public enum Regime {
  /** Up to 32 KiB: hops and start-up. */
  LATENCY("latency, to 32 KiB"),
  /** Up to 32 MiB: where algorithm and protocol change. */
  TRANSITION("transition, to 32 MiB"),
  /** Above: links. */
  BANDWIDTH("bandwidth, above");

  private static final long LATENCY_END = 32L << 10;
  private static final long TRANSITION_END = 32L << 20;

  private final String label;

  Regime(String label) {
    this.label = label;
  }

  /** As answers have it: {@code latency}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As reports have it, with the range. */
  public String label() {
    return label;
  }

  /** The range of a size. */
  public static Regime of(long sizeBytes) {
    if (sizeBytes <= LATENCY_END) {
      return LATENCY;
    }
    return sizeBytes <= TRANSITION_END ? TRANSITION : BANDWIDTH;
  }
}
