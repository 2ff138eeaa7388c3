package io.busbar.formats.traces;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import java.util.List;

/**
 * What the GPU of one rank did. Times in microseconds.
 *
 * @param rank −1 when the trace does not tell
 * @param ranks of the job; 0 when the trace does not tell
 * @param collectives communication kernels in the order of their start
 * @param communicationUs time with a communication kernel
 * @param computeUs time with another kernel
 * @param overlapUs time with both
 * @param spanUs from the first kernel to the end of the last
 */
public record GpuTrace(
    int rank,
    int ranks,
    List<CollectiveSpan> collectives,
    double communicationUs,
    double computeUs,
    double overlapUs,
    double spanUs,
    Place at)
    implements Entry {
  public GpuTrace {
    collectives = List.copyOf(collectives);
  }
}
