package io.busbar.formats.traces;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import java.util.List;

/**
 * What the GPU of one rank did. Times in microseconds.
 *
 * @param rank −1 when the trace does not tell
 * @param ranks of the job; 0 when the trace does not tell
 * @param device what to call it when there is no rank: {@code GPU 3}; may be empty
 * @param collectives communication kernels in the order of their start; of many, the first and the
 *     longest
 * @param communicationUs time with a communication kernel
 * @param computeUs time with another kernel
 * @param overlapUs time with both
 * @param spanUs from the first kernel to the end of the last
 * @param split where the time went
 */
public record GpuTrace(
    int rank,
    int ranks,
    String device,
    List<CollectiveSpan> collectives,
    double communicationUs,
    double computeUs,
    double overlapUs,
    double spanUs,
    TimeSplit split,
    Place at)
    implements Entry {
  public GpuTrace {
    collectives = List.copyOf(collectives);
  }

  /** {@code rank 3}, else the device, else the file. */
  public String label() {
    return rank >= 0 ? "rank " + rank : device.isEmpty() ? at.file() : device;
  }
}
