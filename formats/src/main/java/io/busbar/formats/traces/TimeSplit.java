package io.busbar.formats.traces;

import java.util.List;

/**
 * Where the time of a GPU went: the parts add up to the span. Microseconds, over all steps.
 *
 * @param steps how many the trace marks; 1 when it marks none
 * @param computeUs time with a kernel that computes
 * @param exposedUs time with communication and without computation
 * @param copyUs time with copies and neither of both
 * @param dataLoadingUs time without any of it, while the host waited for data
 * @param idleUs the rest: pipeline bubbles, launches, the host
 * @param groups per operation and process group, the most exposed first
 */
public record TimeSplit(
    int steps,
    double spanUs,
    double computeUs,
    double exposedUs,
    double copyUs,
    double dataLoadingUs,
    double idleUs,
    List<GroupTime> groups) {
  public TimeSplit {
    groups = List.copyOf(groups);
  }
}
