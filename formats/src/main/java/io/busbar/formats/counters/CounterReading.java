package io.busbar.formats.counters;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * One reading of a counter.
 *
 * @param scope what it counts for: {@code mlx5_0/1}, {@code lid 2052/1}, {@code enp175s0f0}
 * @param name as {@link CounterNames} calls it
 * @param value as printed; 10⁹ and more may have lost digits in Prometheus text
 */
public record CounterReading(String scope, String name, double value, Place at) implements Entry {
  /** Port of a reading that is the sum over all ports of a device. */
  public static final String ALL_PORTS = "ALL";

  /** Whether it sums up a device's ports, so that its size says nothing about one link. */
  public boolean sum() {
    return scope.endsWith("/" + ALL_PORTS);
  }
}
