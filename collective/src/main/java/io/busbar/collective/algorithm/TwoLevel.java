package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * All-to-all in two levels with few large messages: first the ranks of a node sort their blocks by
 * the receiver's local index, then ranks of equal local index exchange between nodes.
 *
 * <pre>
 *   1. inside a node, i to j:    the N blocks for local index j of every node
 *   2. on rail j, node a to b:   the g blocks of all ranks of node a for rank (b, j)
 * </pre>
 *
 * <p>For N equal nodes of g ranks, numbered node by node: g−1 + N−1 messages per rank instead of
 * n−1; (g−1)·N blocks over NVLink and (N−1)·g over the NIC, all on the own rail; one more pass
 * through memory than {@link Pxn}. Source: hierarchical all-to-all in Rajbhandari et al.,
 * DeepSpeed-MoE, ICML 2022.
 */
final class TwoLevel extends BaseSchedule {
  private final int nodes;
  private final int perNode;

  TwoLevel(ScheduleRequest request) {
    super(
        request,
        request.locality().ranks(),
        Math.max(request.locality().nodes(), request.locality().size(0)));
    nodes = locality.nodes();
    perNode = locality.size(0);
  }

  @Override
  public int regions() {
    return 3;
  }

  @Override
  public int period() {
    return nodePeriod();
  }

  @Override
  public RankProgram program(int agent, int channel) {
    return new Lane(agent);
  }

  private final class Lane extends Cursor {
    private final int node;
    private final int local;
    private final int scratch = 2 * ranks;

    Lane(int rank) {
      super(2 * perNode + 2 * nodes);
      node = rank / perNode;
      local = rank % perNode;
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      boolean first = index % 2 == 0;
      if (index < 2 * perNode) {
        return inside(index >> 1, first, into);
      }
      return between((index - 2 * perNode) >> 1, first, into);
    }

    private boolean inside(int shift, boolean send, StepBuffer into) {
      int to = (local + shift) % perNode;
      int from = Math.floorMod(local - shift, perNode);
      if (shift == 0) {
        into.copy(local, scratch + local).span(nodes, perNode);
        return send;
      }
      if (send) {
        into.send(node * perNode + to, to);
      } else {
        into.receive(node * perNode + from, COPY, scratch + from);
      }
      into.span(nodes, perNode);
      return true;
    }

    private boolean between(int shift, boolean send, StepBuffer into) {
      int to = (node + shift) % nodes;
      int from = Math.floorMod(node - shift, nodes);
      if (shift == 0) {
        into.copy(scratch + node * perNode, ranks + node * perNode).span(perNode, 1);
        return send;
      }
      if (send) {
        into.send(to * perNode + local, scratch + to * perNode);
      } else {
        into.receive(from * perNode + local, COPY, ranks + from * perNode);
      }
      into.span(perNode, 1);
      return true;
    }
  }
}
