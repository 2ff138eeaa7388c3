package io.busbar.simulate.play;

/**
 * Which agents of a schedule are played, and for whom they stand. Agent a = (block, rail), a =
 * block · rails + rail. The first agents of a period stand for those a multiple of it further on,
 * that of rail 0 for all rails of its block; the peers of who is stood for are turned likewise.
 *
 * @param agents of the schedule
 * @param period divides the agents
 * @param rails divides the period
 */
public record StandIns(int agents, int period, int rails) {
  public StandIns {
    if (period < 1 || agents % period != 0 || rails < 1 || period % rails != 0) {
      throw new IllegalArgumentException(
          period
              + " agents, one for "
              + rails
              + ", cannot stand for "
              + agents
              + " in equal parts");
    }
  }

  /** Every agent for itself. */
  static StandIns none(int agents) {
    return new StandIns(agents, agents, 1);
  }

  /** Agents that are played. */
  int count() {
    return period / rails;
  }

  /** For how many an agent stands, itself too. */
  int copies() {
    return agents / count();
  }

  /** The agent of the schedule that is played at a place, from 0. */
  int agent(int place) {
    return place * rails;
  }

  /** The place of who stands for an agent. */
  int place(int agent) {
    return agent % period / rails;
  }

  /** The agent that the one who stands for {@code src} sends to where that sends to {@code dst}. */
  int target(int src, int dst) {
    int turned = dst / rails * rails + Math.floorMod(dst % rails - src % rails, rails);
    int block = src / rails * rails;
    return (block % period + Math.floorMod(turned - block, agents)) % agents;
  }
}
