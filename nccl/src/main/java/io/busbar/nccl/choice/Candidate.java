package io.busbar.nccl.choice;

import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * One combination as NCCL sees it for a call.
 *
 * @param latencyUs modelled latency; 0 where NCCL has none
 * @param gigabytesPerSecond modelled algorithm bandwidth; 0 when excluded
 * @param timeUs modelled time of the call; NaN when excluded
 * @param exclusion why it is not available, or null
 */
public record Candidate(
    Algorithm algorithm,
    Protocol protocol,
    double latencyUs,
    double gigabytesPerSecond,
    double timeUs,
    @Nullable Exclusion exclusion) {

  public boolean available() {
    return exclusion == null;
  }
}
