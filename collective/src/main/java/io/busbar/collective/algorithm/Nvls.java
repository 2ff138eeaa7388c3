package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * NVLS: the NVSwitches of a node reduce and multicast. Each rank owns one chunk; it has the switch
 * add the chunk up over all ranks, and writes the sum once, to all.
 *
 * <pre>
 *            NVSwitch                      NVSwitch
 *        /  /   ^   \  \               ^   /  |  \
 *       0  1    2    3                 2  0   1   3   and 2 itself
 *    all send chunk 2, owner 2        owner 2 sends the sum, the switch
 *    gets the sum                      copies it to all
 * </pre>
 *
 * <p>Rounds: 4 for all-reduce, 2 for the others (up and down). Per rank, in buffers: all-reduce
 * (n+1)/n up and (n+1)/n down, against 2(n−1)/n of a ring; reduce-scatter 1 up and 1/n down,
 * all-gather 1/n up and 1 down. Source: Klenk et al., An in-network architecture for accelerating
 * shared-memory multiprocessor collectives, ISCA 2020.
 */
final class Nvls extends BaseSchedule {
  private final int hub;
  private final boolean reduces;
  private final boolean gathers;

  Nvls(ScheduleRequest request) {
    super(request, request.locality().ranks(), 1);
    hub = ranks;
    reduces =
        switch (op) {
          case ALL_REDUCE, REDUCE_SCATTER -> true;
          default -> false;
        };
    gathers =
        switch (op) {
          case ALL_REDUCE, ALL_GATHER -> true;
          default -> false;
        };
  }

  @Override
  public int agents() {
    return ranks + 1;
  }

  @Override
  Agent switchAgent(int index) {
    return new Agent(Agent.Kind.NVSWITCH, 0, -1, 0, index);
  }

  @Override
  public RankProgram program(int agent, int channel) {
    return agent == hub ? new Switch() : new Rank(agent);
  }

  /** n chunks up, the own sum down and up again, n chunks down. */
  private final class Rank extends Cursor {
    private final int rank;

    Rank(int rank) {
      super((reduces ? ranks : 0) + 1 + (gathers ? ranks : 0));
      this.rank = rank;
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int i = reduces ? index - ranks : index;
      if (i < 0) {
        into.send(hub, index);
      } else if (i > 0) {
        into.receive(hub, COPY, i - 1);
      } else if (!reduces) {
        into.send(hub, rank);
      } else if (gathers) {
        into.forward(hub, 0, hub, rank);
      } else {
        into.receive(hub, COPY, rank);
      }
      return true;
    }
  }

  /** For each chunk: take it from all ranks, give it to its owner. Then: from its owner to all. */
  private final class Switch extends Cursor {
    Switch() {
      super(Math.multiplyExact(Math.multiplyExact(ranks, ranks), reduces && gathers ? 2 : 1));
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int chunk = index / ranks % ranks;
      int i = index % ranks;
      if (reduces && index < ranks * ranks) {
        int how = i == 0 ? 0 : REDUCE;
        if (i == ranks - 1) {
          into.forward(i, how, chunk, chunk);
        } else {
          into.receive(i, how | COPY, chunk);
        }
      } else if (i == 0) {
        into.forward(chunk, COPY, 0, chunk);
      } else {
        into.send(i, chunk);
      }
      return true;
    }
  }
}
