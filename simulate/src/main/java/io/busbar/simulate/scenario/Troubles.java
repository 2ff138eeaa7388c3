package io.busbar.simulate.scenario;

import io.busbar.simulate.packet.Fault;
import java.util.List;

/**
 * What is wrong in a run.
 *
 * @param faults of links, hosts and switches
 * @param ranks of ranks of a collective
 * @param words all of it as the user wrote it
 */
record Troubles(List<Fault> faults, RankDelays ranks, List<String> words) {
  static final Troubles NONE = new Troubles(List.of(), RankDelays.NONE, List.of());

  Troubles {
    faults = List.copyOf(faults);
    words = List.copyOf(words);
  }
}
