package io.busbar.simulate.play;

import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.Schedule;

/**
 * One collective to be played.
 *
 * @param endpoints the node of the fabric on which each agent is (see {@link Placement})
 * @param standIns which agents are played: all, or some of a schedule whose ranks are alike, who
 *     then stand for all (see {@link #folded})
 */
public record Play(
    Schedule schedule,
    Chunking chunking,
    int[] endpoints,
    StandIns standIns,
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
    boolean periods = standIns.period() % schedule.period() == 0;
    boolean rails = standIns.rails() == 1 || schedule.rails() == standIns.rails();
    if (standIns.count() < schedule.agents() && !(periods && rails)) {
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
        schedule,
        chunking,
        endpoints,
        StandIns.none(schedule.agents()),
        options,
        Delays.NONE,
        StepRecorder.NONE);
  }

  /**
   * Agents 0 to {@code period} − 1 stand for all: agent a for all agents a + i · period. Exact
   * where the fabric is alike at all of them; {@link FoldedPaths} takes averages where it is not.
   * An engine that shares links between connections must not be used with it.
   */
  public Play folded(int period) {
    StandIns some = new StandIns(schedule.agents(), period, 1);
    return new Play(schedule, chunking, endpoints, some, options, delays, recorder);
  }

  /**
   * The first rail of each node stands for all of its rails: it sends to itself, over the node's
   * switch, what goes to another rail of the node. Exact where rails share nothing outside nodes.
   */
  public Play onOneRail() {
    int rails = schedule.rails();
    int[] first = new int[schedule.agents()];
    for (int agent = 0; agent < first.length; agent++) {
      first[agent] = endpoints[agent / rails * rails];
    }
    StandIns some = new StandIns(schedule.agents(), schedule.agents(), rails);
    return new Play(schedule, chunking, first, some, options, delays, recorder);
  }

  public Play on(int[] newEndpoints) {
    return new Play(schedule, chunking, newEndpoints, standIns, options, delays, recorder);
  }

  public Play with(Delays newDelays) {
    return new Play(schedule, chunking, endpoints, standIns, options, newDelays, recorder);
  }

  public Play with(StepRecorder newRecorder) {
    return new Play(schedule, chunking, endpoints, standIns, options, delays, newRecorder);
  }
}
