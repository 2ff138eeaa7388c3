package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * All-reduce with NVLS in every node and double binary trees over the nodes. The NVSwitch of a node
 * adds up each slice for its owner; owners of the same slice add up over the nodes on their rail;
 * the sum goes to the NVSwitch, which copies it to all ranks of the node.
 *
 * <pre>
 *     node 0: NVSwitch             node 1: NVSwitch
 *      |      |      |              |      |      |
 *     own 0  own 1  own 2          own 0  own 1  own 2
 *      +------|------|-------tree-0-+      |      |
 *             +------|-------tree-1--------+      |
 *                    +-------tree-2---------------+
 * </pre>
 *
 * <p>Hops of a chunk: 4 in one node, 4 + 2·log2 N over N nodes. Per rank, in buffers, for nodes of
 * g: NVLink (g+1)/g up and down; a NIC up to 3/g each way with one tree, 2/g with both (even
 * channels). In one node this is NVLS all-reduce. Sources: {@link Nvls}, {@link BinaryTrees};
 * NCCL's NVLSTree.
 */
final class NvlsTree extends BaseSchedule {
  private final int slices;

  NvlsTree(ScheduleRequest request) {
    super(request, Math.multiplyExact(request.pieces(), request.locality().smallest()), 1);
    slices = locality.smallest();
  }

  @Override
  public int agents() {
    return ranks + locality.nodes();
  }

  @Override
  Agent switchAgent(int index) {
    return new Agent(Agent.Kind.NVSWITCH, index, -1, 0, index);
  }

  @Override
  public RankProgram program(int agent, int channel) {
    BinaryTrees tree = new BinaryTrees(locality.nodes(), -1, channel % 2 == 1);
    return agent < ranks ? new Rank(agent, tree) : new Switch(agent - ranks, tree);
  }

  /** Chunks by which an owner's result follows its contribution: one, and the tree's lag. */
  private int resultLag(int depth) {
    return 1 + UpDown.lag(depth) * slices;
  }

  /**
   * Chunk by chunk: one up to the switch; the one before, if it is the own, from the switch up the
   * tree; by depth later the result down the tree and to the switch; one more later any chunk from
   * the switch. One chunk apart is as far as one slot lets them be.
   */
  private final class Rank extends Cursor {
    private static final int TREE_STEPS = 3;
    private static final int WIDTH = 2 + 2 * TREE_STEPS;

    private final int hub;
    private final int local;
    private final int parent;
    private final int[] children;
    private final int resultLag;

    Rank(int rank, BinaryTrees tree) {
      int node = locality.node(rank);
      int resultLag = resultLag(tree.depth(node));
      super(Math.multiplyExact(chunks() + resultLag + 1, WIDTH));
      this.resultLag = resultLag;
      hub = ranks + node;
      local = locality.local(rank);
      int above = tree.parent(node);
      parent = above < 0 || local >= slices ? -1 : locality.rank(above, local);
      children = tree.children(node);
      for (int i = 0; i < children.length; i++) {
        children[i] = local >= slices ? -1 : locality.rank(children[i], local);
      }
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int at = index / WIDTH;
      int j = index % WIDTH;
      if (j == 0) {
        into.send(hub, at);
        return at < chunks();
      }
      if (j == WIDTH - 1) {
        int chunk = at - resultLag - 1;
        into.receive(hub, COPY, chunk);
        return chunk >= 0;
      }
      boolean up = j <= TREE_STEPS;
      int chunk = at - (up ? 1 : resultLag);
      if (chunk < 0 || chunk >= chunks() || chunk % slices != local) {
        return false;
      }
      return up ? up(j - 1, chunk, into) : down(j - 1 - TREE_STEPS, chunk, into);
    }

    /** The node's sum comes from the switch, the sums of the nodes below are added. */
    private boolean up(int step, int own, StepBuffer into) {
      if (step > children.length || (children.length == 0 && parent < 0)) {
        return false;
      }
      int from = step == 0 ? hub : children[step - 1];
      int how = step == 0 ? 0 : REDUCE;
      if (step == children.length && parent >= 0) {
        into.forward(from, how, parent, own);
      } else {
        into.receive(from, how | COPY, own);
      }
      return true;
    }

    private boolean down(int step, int own, StepBuffer into) {
      if (step > children.length) {
        return false;
      }
      if (step > 0) {
        into.send(children[step - 1], own);
      } else if (parent >= 0) {
        // It comes back from the switch; kept only to be sent down the tree.
        into.forward(parent, children.length > 0 ? COPY : 0, hub, own);
      } else if (children.length > 0) {
        into.send(hub, own);
      } else {
        into.forward(hub, 0, hub, own);
      }
      return true;
    }
  }

  /** Chunk by chunk: one from all to its owner; an earlier one from its owner to all. */
  private final class Switch extends Cursor {
    private final int node;
    private final int size;
    private final int lag;

    Switch(int node, BinaryTrees tree) {
      int lag = resultLag(tree.depth(node));
      super(Math.multiplyExact(chunks() + lag, 2 * locality.size(node)));
      this.node = node;
      this.lag = lag;
      size = locality.size(node);
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int j = index % (2 * size);
      boolean up = j < size;
      int chunk = index / (2 * size) - (up ? 0 : lag);
      if (chunk < 0 || chunk >= chunks()) {
        return false;
      }
      int member = j % size;
      int owner = locality.rank(node, chunk % slices);
      int rank = locality.rank(node, member);
      int how = member == 0 ? 0 : REDUCE;
      if (up && member == size - 1) {
        into.forward(rank, how, owner, chunk);
      } else if (up) {
        into.receive(rank, how | COPY, chunk);
      } else if (member == 0) {
        into.forward(owner, COPY, rank, chunk);
      } else {
        into.send(rank, chunk);
      }
      return true;
    }
  }
}
