package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * All-reduce with NVLS in every node and double binary trees over the nodes. The NVSwitch of a node
 * adds up each slice for its owner; owners of the same slice add up over the nodes on their rail;
 * the sum goes to the NVSwitch, which copies it to all ranks of the node. What adds up and what
 * copies are two agents of the same switch: neither waits for the other.
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
 * <p>A piece is a slice for each owner; a rank gives and takes a whole piece at once. Hops of a
 * piece: 4 in one node, 4 + 2·log2 N over N nodes. Per rank, in buffers, for nodes of g: NVLink
 * (g+1)/g up and down; a NIC up to 3/g each way with one tree, 2/g with both (even channels). In
 * one node this is NVLS all-reduce. Sources: {@link Nvls}, {@link BinaryTrees}; NCCL's NVLSTree,
 * whose groups of warps scatter, reduce, broadcast and gather side by side as the streams here do.
 */
final class NvlsTree extends BaseSchedule {
  private static final int SCATTER = 0;
  private static final int REDUCES = 1;
  private static final int BROADCASTS = 2;
  private static final int GATHER = 3;

  private final int slices;
  private final int pieces;

  NvlsTree(ScheduleRequest request) {
    int slices = request.locality().smallest();
    super(request, Math.multiplyExact(request.pieces(), slices), slices);
    this.slices = slices;
    pieces = request.pieces();
  }

  @Override
  public int agents() {
    return ranks + 2 * locality.nodes();
  }

  @Override
  Agent switchAgent(int index) {
    boolean adds = index < locality.nodes();
    Agent.Kind kind = adds ? Agent.Kind.NVSWITCH : Agent.Kind.NVSWITCH_COPIES;
    return new Agent(kind, index % locality.nodes(), -1, 0, index);
  }

  private int adder(int node) {
    return ranks + node;
  }

  private int copier(int node) {
    return ranks + locality.nodes() + node;
  }

  @Override
  public int streams() {
    return GATHER + 1;
  }

  @Override
  public RankProgram program(int agent, int channel) {
    if (agent < ranks) {
      return new Rank(agent, new BinaryTrees(locality.nodes(), -1, channel % 2 == 1));
    }
    int index = agent - ranks;
    return index < locality.nodes() ? new Adder(index) : new Copier(index - locality.nodes());
  }

  private StepBuffer whole(StepBuffer step) {
    return step.span(slices, 1);
  }

  /**
   * Piece by piece: one up to the switch; of the one before, the own slice from the switch up the
   * tree; by depth later the result down the tree and to the switch; one more later a whole piece
   * from the switch. One piece apart is as far as one slot lets them be.
   */
  private final class Rank extends Cursor {
    private static final int TREE_STEPS = 3;
    private static final int WIDTH = 2 + 2 * TREE_STEPS;

    private final int node;
    private final int local;
    private final int parent;
    private final int[] children;
    private final int resultLag;

    Rank(int rank, BinaryTrees tree) {
      int node = locality.node(rank);
      int resultLag = 1 + UpDown.lag(tree.depth(node));
      super(Math.multiplyExact(pieces + resultLag + 1, WIDTH));
      this.node = node;
      this.resultLag = resultLag;
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
        whole(into.send(adder(node), at * slices)).stream(SCATTER);
        return at < pieces;
      }
      if (j == WIDTH - 1) {
        int piece = at - resultLag - 1;
        whole(into.receive(copier(node), COPY, piece * slices)).stream(GATHER);
        return piece >= 0;
      }
      boolean up = j <= TREE_STEPS;
      int piece = at - (up ? 1 : resultLag);
      if (piece < 0 || piece >= pieces || local >= slices) {
        return false;
      }
      int own = piece * slices + local;
      return up ? up(j - 1, own, into) : down(j - 1 - TREE_STEPS, own, into);
    }

    /** The node's sum comes from the switch, the sums of the nodes below are added. */
    private boolean up(int step, int own, StepBuffer into) {
      if (step > children.length || (children.length == 0 && parent < 0)) {
        return false;
      }
      int from = step == 0 ? adder(node) : children[step - 1];
      int how = step == 0 ? 0 : REDUCE;
      if (step == children.length && parent >= 0) {
        into.forward(from, how, parent, own);
      } else {
        into.receive(from, how | COPY, own);
      }
      into.stream(REDUCES);
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
        into.forward(parent, children.length > 0 ? COPY : 0, copier(node), own);
      } else if (children.length > 0) {
        into.send(copier(node), own);
      } else {
        into.forward(adder(node), 0, copier(node), own);
      }
      into.stream(parent < 0 ? REDUCES : BROADCASTS);
      return true;
    }
  }

  /** Piece by piece: takes it from all, gives each owner its slice of the sum. */
  private final class Adder extends Cursor {
    private final int node;
    private final int size;

    Adder(int node) {
      int size = locality.size(node);
      super(Math.multiplyExact(pieces, size + slices));
      this.node = node;
      this.size = size;
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int j = index % (size + slices);
      int first = index / (size + slices) * slices;
      if (j < size) {
        int how = j == 0 ? COPY : REDUCE | COPY;
        whole(into.receive(locality.rank(node, j), how, first));
      } else {
        into.send(locality.rank(node, j - size), first + j - size);
      }
      return true;
    }
  }

  /** Piece by piece: takes each slice from its owner, gives the whole to all. */
  private final class Copier extends Cursor {
    private final int node;
    private final int size;

    Copier(int node) {
      int size = locality.size(node);
      super(Math.multiplyExact(pieces, size + slices));
      this.node = node;
      this.size = size;
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int j = index % (size + slices);
      int first = index / (size + slices) * slices;
      if (j < slices) {
        into.receive(locality.rank(node, j), COPY, first + j);
      } else {
        whole(into.send(locality.rank(node, j - slices), first));
      }
      return true;
    }
  }
}
