package io.busbar.formats.torch;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import java.util.Set;

/**
 * A collective in a rank's flight recorder.
 *
 * @param rank whose dump it is; −1 when neither file nor name tells
 * @param group name of the process group
 * @param sequence of the collective in the group; −1 for point-to-point
 * @param operation {@code all_reduce}
 * @param sizes of the inputs as printed
 * @param types of the inputs as printed
 * @param state {@code scheduled}, {@code started} or {@code completed}
 * @param createdNs when it was issued, by the host's clock; 0 when not told
 * @param completedNs when it was seen completed, by the host's clock; 0 when not told
 * @param members ranks of the group; empty when unknown
 */
public record FlightEntry(
    int rank,
    String group,
    long sequence,
    String operation,
    String sizes,
    String types,
    String state,
    long createdNs,
    long completedNs,
    Set<Integer> members,
    Place at,
    Place statusAt)
    implements Entry {
  public FlightEntry {
    members = Set.copyOf(members);
  }

  public boolean completed() {
    return state.equals("completed");
  }
}
