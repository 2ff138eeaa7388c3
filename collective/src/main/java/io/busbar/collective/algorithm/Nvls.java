package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * NVLS for all-gather and reduce-scatter in one node: the NVSwitches multicast and reduce. Each
 * rank owns one block. For all-reduce see {@link NvlsTree}.
 *
 * <pre>
 *   reduce-scatter: NVSwitch                all-gather: NVSwitch
 *        /   /   ^   \   \                      ^   /  |  \   \
 *       0   1    2    3   2                     2  0   1   3   2
 *    all send block 2, owner 2              owner 2 sends its block, the
 *    gets the sum                           switch copies it to all
 * </pre>
 *
 * <p>Two hops. Per rank, in buffers: reduce-scatter 1 up and 1/n down, all-gather 1/n up and 1
 * down; a ring needs (n−1)/n both ways. Source: Klenk et al., An in-network architecture for
 * accelerating shared-memory multiprocessor collectives, ISCA 2020.
 */
final class Nvls extends BaseSchedule {
  private final int hub;

  Nvls(ScheduleRequest request) {
    super(request, request.locality().ranks(), 1);
    hub = ranks;
  }

  @Override
  public int agents() {
    return ranks + 1;
  }

  @Override
  Agent switchAgent(int index) {
    return new Agent(Agent.Kind.NVSWITCH, 0, -1, 0, index);
  }

  /** What goes to the switch does not wait for what comes from it. */
  @Override
  public int streams() {
    return 2;
  }

  @Override
  public RankProgram program(int agent, int channel) {
    return switch (op) {
      case ALL_GATHER -> agent == hub ? new SwitchCopies() : new Gather(agent);
      case REDUCE_SCATTER -> agent == hub ? new SwitchAdds() : new Scatter(agent);
      default -> throw notOffered();
    };
  }

  private final class Gather extends Cursor {
    private final int rank;

    Gather(int rank) {
      super(1 + ranks);
      this.rank = rank;
    }

    @Override
    boolean fill(int i, StepBuffer into) {
      if (i == 0) {
        into.send(hub, rank);
      } else {
        into.receive(hub, COPY, i - 1).stream(1);
      }
      return true;
    }
  }

  private final class Scatter extends Cursor {
    private final int rank;

    Scatter(int rank) {
      super(ranks + 1);
      this.rank = rank;
    }

    @Override
    boolean fill(int i, StepBuffer into) {
      if (i < ranks) {
        into.send(hub, i);
      } else {
        into.receive(hub, COPY, rank).stream(1);
      }
      return true;
    }
  }

  private final class SwitchCopies extends Cursor {
    SwitchCopies() {
      super(Math.multiplyExact(ranks, ranks));
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int block = index / ranks;
      int to = index % ranks;
      if (to == 0) {
        into.forward(block, COPY, to, block);
      } else {
        into.send(to, block);
      }
      return true;
    }
  }

  private final class SwitchAdds extends Cursor {
    SwitchAdds() {
      super(Math.multiplyExact(ranks, ranks));
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int block = index / ranks;
      int from = index % ranks;
      int how = from == 0 ? 0 : REDUCE;
      if (from == ranks - 1) {
        into.forward(from, how, block, block);
      } else {
        into.receive(from, how | COPY, block);
      }
      return true;
    }
  }
}
