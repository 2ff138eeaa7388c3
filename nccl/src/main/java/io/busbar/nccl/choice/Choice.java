package io.busbar.nccl.choice;

import io.busbar.nccl.api.NcclFunction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What NCCL chooses for a call, with everything that it could have chosen.
 *
 * @param bytes larger of what the call sends and receives
 * @param chosen the combination with the smallest modelled time; null when nothing is left, which
 *     NCCL reports as an error
 * @param channels channels that the call uses; 0 when nothing is left
 * @param threads most threads of each channel; 0 when nothing is left
 * @param candidates all combinations that NCCL has, available or not, in NCCL's order
 * @param ringStandsIn whether the user's variables left nothing and NCCL took the ring all the
 *     same, as it did until 2.23
 */
public record Choice(
    NcclFunction function,
    long bytes,
    @Nullable Candidate chosen,
    int channels,
    int threads,
    List<Candidate> candidates,
    boolean ringStandsIn) {

  public Choice {
    candidates = List.copyOf(candidates);
  }
}
