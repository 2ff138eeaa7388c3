package io.busbar.formats.traces;

import io.busbar.formats.artefact.Place;

/**
 * A communication kernel in a trace.
 *
 * @param name of the kernel, shortened to the operation: {@code AllReduce}
 * @param elements of the message; −1 when this version does not tell
 * @param startUs microseconds on the trace's clock
 * @param durationUs microseconds
 */
public record CollectiveSpan(
    String name, long elements, double startUs, double durationUs, Place at) {}
