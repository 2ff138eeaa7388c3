package io.busbar.formats.traces;

/**
 * One operation of one process group in a trace. Times in microseconds, over all steps.
 *
 * @param group empty when the trace does not tell
 * @param count collectives
 * @param exposedUs part of the total beside which nothing was computed
 * @param alone collectives beside which nothing was computed
 * @param aloneInOneStep the most of them in one step
 */
public record GroupTime(
    String operation,
    String group,
    int count,
    double totalUs,
    double exposedUs,
    int alone,
    int aloneInOneStep) {}
