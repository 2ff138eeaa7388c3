package io.busbar.collective.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the verifier found.
 *
 * @param fault the first fault; null when the schedule is right
 * @param steps steps that were run, over all lanes
 * @param rounds messages on the longest chain of messages that wait for each other
 * @param traffic what the edges carry, per channel; up to the fault when there is one
 */
public record Verification(@Nullable Fault fault, long steps, int rounds, List<Traffic> traffic) {
  public Verification {
    traffic = List.copyOf(traffic);
  }

  public boolean proved() {
    return fault == null;
  }
}
