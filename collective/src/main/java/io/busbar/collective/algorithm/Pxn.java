package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * All-to-all with PXN: a message for another node first goes over NVLink to the neighbour on the
 * receiver's rail, which passes it on without keeping it. All network traffic stays on its rail,
 * one switch away where rails have leaves of their own.
 *
 * <pre>
 *   node 0:  0 ----> 1 (relay)          rank 0 to rank 5 (local index 1):
 *                    | rail 1            0 -> 1 over NVLink, 1 -> 5 over rail 1
 *   node 1:  4       5
 * </pre>
 *
 * <p>For N equal nodes of g ranks: N·g rounds of up to two hops; each rank sends (N−1)·g blocks
 * over its NIC and n−N over NVLink. Source: NVIDIA, Doubling all2all performance with NCCL 2.12,
 * 2022.
 */
final class Pxn extends BaseSchedule {
  private final int nodes;
  private final int perNode;

  Pxn(ScheduleRequest request) {
    super(request, request.locality().ranks(), 1);
    nodes = locality.nodes();
    perNode = locality.size(0);
  }

  @Override
  public int regions() {
    return 2;
  }

  @Override
  public int period() {
    return nodePeriod();
  }

  @Override
  public RankProgram program(int agent, int channel) {
    return new Lane(agent);
  }

  /**
   * Round (node shift, local shift): give; one round later relay; another one later take. The
   * oldest goes first, so that a slot is free again before it is needed.
   */
  private final class Lane extends Cursor {
    private static final int LAST_LAG = 2;

    private final int node;
    private final int local;
    private final int rank;

    Lane(int rank) {
      super(Math.multiplyExact(3, ranks + LAST_LAG));
      this.rank = rank;
      node = locality.node(rank);
      local = locality.local(rank);
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int stage = 2 - index % 3;
      int round = index / 3 - stage;
      if (round < 0 || round >= ranks) {
        return false;
      }
      int nodeShift = round / perNode;
      int localShift = round % perNode;
      return switch (stage) {
        case 0 -> give(nodeShift, localShift, into);
        case 1 -> relay(nodeShift, localShift, into);
        default -> take(nodeShift, localShift, into);
      };
    }

    private boolean give(int nodeShift, int localShift, StepBuffer into) {
      int to = locality.rank((node + nodeShift) % nodes, (local + localShift) % perNode);
      int via = locality.rank(node, (local + localShift) % perNode);
      if (to == rank) {
        into.copy(rank, ranks + rank);
      } else {
        into.send(via == rank ? to : via, to);
      }
      return true;
    }

    private boolean relay(int nodeShift, int localShift, StepBuffer into) {
      if (nodeShift == 0 || localShift == 0) {
        return false;
      }
      int from = locality.rank(node, Math.floorMod(local - localShift, perNode));
      int to = locality.rank((node + nodeShift) % nodes, local);
      into.forward(from, 0, to, to);
      return true;
    }

    private boolean take(int nodeShift, int localShift, StepBuffer into) {
      int fromNode = Math.floorMod(node - nodeShift, nodes);
      int from = locality.rank(fromNode, Math.floorMod(local - localShift, perNode));
      int via = nodeShift == 0 ? from : locality.rank(fromNode, local);
      if (from == rank) {
        return false;
      }
      into.receive(via, COPY, ranks + from);
      return true;
    }
  }
}
