package io.busbar.simulate.scenario;

import io.busbar.simulate.play.Delays;
import java.util.Map;

/**
 * Ranks that come late to a collective or compute slowly.
 *
 * @param startPs when such a rank enters, picoseconds
 * @param stepPs what each of its steps takes longer, picoseconds
 */
record RankDelays(Map<Integer, Long> startPs, Map<Integer, Long> stepPs) implements Delays {
  static final RankDelays NONE = new RankDelays(Map.of(), Map.of());

  RankDelays {
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

  /** For the player, which saves work when nobody is slow. */
  Delays orNone() {
    return equals(NONE) ? Delays.NONE : this;
  }
}
