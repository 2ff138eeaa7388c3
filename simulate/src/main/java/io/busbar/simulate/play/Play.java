package io.busbar.simulate.play;

import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.Schedule;

/**
 * One collective to be played.
 *
 * @param endpoints the node of the fabric on which each agent is (see {@link Placement})
 * @param agents how many agents are played: all, or the first few of a schedule whose ranks are
 *     alike, who then stand for all (see {@link #folded})
 */
public record Play(
    Schedule schedule,
    Chunking chunking,
    int[] endpoints,
    int agents,
    PlayOptions options,
    Delays delays,
    StepRecorder recorder) {

  public Play {
    if (endpoints.length < schedule.agents()) {
      throw new IllegalArgumentException(
          "an endpoint for each of "
              + schedule.agents()
              + " agents is needed, "
              + endpoints.length
              + " are given");
    }
    if (agents < 1 || schedule.agents() % agents != 0) {
      throw new IllegalArgumentException(
          agents + " agents cannot stand for " + schedule.agents() + " in equal parts");
    }
    if (agents < schedule.agents() && agents % schedule.period() != 0) {
      throw new IllegalArgumentException("the ranks of this schedule are not alike");
    }
    if (chunking.channels() != schedule.channels()) {
      throw new IllegalArgumentException(
          "chunking for " + chunking.channels() + " channels, schedule of " + schedule.channels());
    }
  }

  /** Every agent plays; agent i is on endpoint i. */
  public static Play of(Schedule schedule, Chunking chunking, PlayOptions options) {
    int[] endpoints = new int[schedule.agents()];
    for (int agent = 0; agent < endpoints.length; agent++) {
      endpoints[agent] = agent;
    }
    return new Play(
        schedule, chunking, endpoints, schedule.agents(), options, Delays.NONE, StepRecorder.NONE);
  }

  /**
   * Agents 0 to {@code period} − 1 stand for all: agent a for all agents a + i · period. Exact
   * where the fabric is alike at all of them; {@link FoldedWays} takes averages where it is not. An
   * engine that shares links between connections must not be used with it.
   */
  public Play folded(int period) {
    return new Play(schedule, chunking, endpoints, period, options, delays, recorder);
  }

  public Play on(int[] newEndpoints) {
    return new Play(schedule, chunking, newEndpoints, agents, options, delays, recorder);
  }

  public Play with(Delays newDelays) {
    return new Play(schedule, chunking, endpoints, agents, options, newDelays, recorder);
  }

  public Play with(StepRecorder newRecorder) {
    return new Play(schedule, chunking, endpoints, agents, options, delays, newRecorder);
  }
}
