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
 * @param state {@code scheduled}, {@code started} or {@code completed}
 * @param members ranks of the group; empty when unknown
 */
public record FlightEntry(
    int rank,
    String group,
    long sequence,
    String operation,
    String sizes,
    String state,
    Set<Integer> members,
    Place at,
    Place statusAt)
    implements Entry {
  public FlightEntry {
    members = Set.copyOf(members);
  }
}
