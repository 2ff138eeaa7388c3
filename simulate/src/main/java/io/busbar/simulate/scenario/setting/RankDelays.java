package io.busbar.simulate.scenario.setting;

import io.busbar.simulate.play.Delays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ranks that come late to a collective or compute slowly.
 *
 * @param startPs when such a rank enters, picoseconds
 * @param stepPs what each of its steps takes longer, picoseconds
 */
public record RankDelays(Map<Integer, Long> startPs, Map<Integer, Long> stepPs) implements Delays {
  static final RankDelays NONE = new RankDelays(Map.of(), Map.of());

  public RankDelays {
    startPs = Map.copyOf(startPs);
    stepPs = Map.copyOf(stepPs);
  }

  @Override
  public long startPs(int agent) {
    return startPs.getOrDefault(agent, 0L);
  }

  @Override
  public long extraStepPs(int agent) {
    return stepPs.getOrDefault(agent, 0L);
  }

  /**
   * The same by rank, where these are by host.
   *
   * @param endpoints where each rank is
   */
  public RankDelays of(int[] endpoints) {
    Map<Integer, Long> starts = new TreeMap<>();
    Map<Integer, Long> steps = new TreeMap<>();
    for (int rank = 0; rank < endpoints.length; rank++) {
      if (startPs.containsKey(endpoints[rank])) {
        starts.put(rank, startPs(endpoints[rank]));
      }
      if (stepPs.containsKey(endpoints[rank])) {
        steps.put(rank, extraStepPs(endpoints[rank]));
      }
    }
    return new RankDelays(starts, steps);
  }

  /** For the player, which saves work when nobody is slow. */
  public Delays orNone() {
    return equals(NONE) ? Delays.NONE : this;
  }
}
