package io.busbar.formats.ras;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import java.util.List;
import java.util.Set;

/**
 * A communicator in RAS.
 *
 * @param size ranks that belong to it
 * @param spreads operations that ranks have launched differently often
 * @param missing ranks of which RAS has nothing
 * @param dead those of them whose process is considered dead
 * @param failed ranks with an asynchronous error
 * @param missingAt line of the first missing rank
 */
public record RasCommunicator(
    String hash,
    int size,
    List<Spread> spreads,
    Set<Integer> missing,
    Set<Integer> dead,
    Set<Integer> failed,
    Place at,
    Place missingAt)
    implements Entry {
  public RasCommunicator {
    spreads = List.copyOf(spreads);
    missing = Set.copyOf(missing);
    dead = Set.copyOf(dead);
    failed = Set.copyOf(failed);
  }

  /**
   * Counts of one operation that differ.
   *
   * @param least lowest count, {@code behind} the ranks that have it
   * @param ahead how many ranks have the highest count
   * @param where process and host of the first rank behind
   */
  public record Spread(
      String operation,
      long least,
      Set<Integer> behind,
      long most,
      int ahead,
      String where,
      Place at) {
    public Spread {
      behind = Set.copyOf(behind);
    }
  }
}
