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
public record CounterReading(String scope, String name, double value, Place at) implements Entry {}
