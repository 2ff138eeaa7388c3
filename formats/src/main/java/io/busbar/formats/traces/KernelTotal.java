package io.busbar.formats.traces;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * One kernel in a summary of a run.
 *
 * @param operation of a communication kernel, {@code AllReduce}; empty for others
 * @param medianNs NaN when the summary has none
 * @param minNs of the shortest call; NaN when the summary has none
 * @param maxNs of the longest call; NaN when the summary has none
 */
public record KernelTotal(
    String name,
    String operation,
    double totalNs,
    long instances,
    double medianNs,
    double minNs,
    double maxNs,
    Place at)
    implements Entry {}
