package io.busbar.simulate.scenario.setting;

import io.busbar.simulate.packet.Fault;
import java.util.List;

/**
 * What is wrong in a run.
 *
 * @param faults of links, hosts and switches
 * @param ranks of ranks of a collective
 * @param words all of it as the user wrote it
 */
public record RunFaults(List<Fault> faults, RankDelays ranks, List<String> words) {
  public static final RunFaults NONE = new RunFaults(List.of(), RankDelays.NONE, List.of());

  public RunFaults {
    faults = List.copyOf(faults);
    words = List.copyOf(words);
  }
}
