package io.busbar.formats.traces;

import io.busbar.formats.artefact.Place;

/**
 * A communication kernel in a trace.
 *
 * @param name of the kernel, shortened to the operation: {@code AllReduce}
 * @param group process group; empty when this version does not tell
 * @param elements of the message; −1 when this version does not tell
 * @param startUs microseconds on the trace's clock
 * @param durationUs microseconds
 * @param exposedUs part of it during which nothing was computed, and no earlier collective ran
 * @param step number of the step in the trace, from 0
 */
public record CollectiveSpan(
    String name,
    String group,
    long elements,
    double startUs,
    double durationUs,
    double exposedUs,
    int step,
    Place at) {
  private static final double ALL = 0.95;

  /** Whether nothing was computed beside it. */
  public boolean alone() {
    return exposedUs >= ALL * durationUs;
  }
}
