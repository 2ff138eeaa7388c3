package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * CollNet direct: each rank of a node owns a slice; all give it their part over NVLink, it has the
 * network's switches (SHARP) add up the slice over the nodes, and gives the sum to all in its node.
 *
 * <pre>
 *      SHARP tree of rail 0    SHARP tree of rail 1
 *             |                       |
 *       owner of slice 0  <---->  owner of slice 1      the same on every node
 *                   ^   \      /    ^
 *                   +--- others ----+
 * </pre>
 *
 * <p>All-reduce only. Rounds 2 + 2·(levels). A NIC sends and receives 1/g of the buffer for g ranks
 * per node; NVLink carries 2(g−1)/g of it per rank. With unequal nodes the smallest decides how
 * many own a slice; each owner uses its own rail. Source: NCCL's collnet direct; SHARP: {@link
 * CollNetChain}.
 */
final class CollNetDirect extends BaseSchedule {
  private final SharpTree tree;
  private final int slices;
  private final int pieces;

  CollNetDirect(ScheduleRequest request) {
    super(request, Math.multiplyExact(request.pieces(), request.locality().smallest()), 1);
    tree = new SharpTree(locality, request.radix());
    slices = locality.smallest();
    pieces = request.pieces();
  }

  @Override
  public int agents() {
    return ranks + tree.agents();
  }

  @Override
  Agent switchAgent(int index) {
    return tree.describe(index);
  }

  /** Switches of a tree of several levels pass results down while sums of later pieces go up. */
  @Override
  public int streams() {
    return UpDown.STREAMS;
  }

  @Override
  public RankProgram program(int agent, int channel) {
    if (agent >= ranks) {
      int rail = agent(agent).rail();
      return new UpDown(tree.links(agent), UpDown.Direction.BOTH, pieces, rail, slices);
    }
    return new Lane(agent);
  }

  /**
   * Add up a piece of the own slice; some pieces later spread its sum and take those of the others;
   * give away the parts of the next piece, which travel meanwhile.
   */
  private final class Lane extends Cursor {
    private final int node;
    private final int local;
    private final int size;
    private final int lag;
    private final int leaf;

    Lane(int rank) {
      int lag = 1 + UpDown.lag(tree.levels());
      super(Math.multiplyExact(pieces + lag, 4 * locality.size(locality.node(rank))));
      this.lag = lag;
      node = locality.node(rank);
      local = locality.local(rank);
      size = locality.size(node);
      leaf = local < slices ? tree.leaf(local, node) : -1;
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int part = index % (4 * size) / size;
      int i = index % size;
      int behind =
          switch (part) {
            case 0 -> 1;
            case 3 -> 0;
            default -> lag;
          };
      int piece = index / (4 * size) - behind;
      if (piece < 0 || piece >= pieces) {
        return false;
      }
      // Start behind oneself, so that not all turn to the same rank.
      int other = (local + 1 + i) % size;
      int own = piece * slices + local;
      return switch (part) {
        case 0 -> local < slices && addUp(i, own, into);
        case 1 -> local < slices && spread(i, own, into);
        case 2 -> take(other, piece, into);
        default -> give(other, piece, into);
      };
    }

    private boolean give(int owner, int piece, StepBuffer into) {
      if (owner >= slices || owner == local) {
        return false;
      }
      into.send(locality.rank(node, owner), piece * slices + owner);
      return true;
    }

    private boolean addUp(int i, int own, StepBuffer into) {
      int last = local == size - 1 ? size - 2 : size - 1;
      if (size == 1) {
        into.send(leaf, own);
      } else if (i == local) {
        return false;
      } else if (i == last) {
        into.forward(locality.rank(node, i), REDUCE, leaf, own);
      } else {
        into.receive(locality.rank(node, i), REDUCE | COPY, own);
      }
      return true;
    }

    private boolean spread(int i, int own, StepBuffer into) {
      int other = (local + i) % size;
      if (size == 1) {
        into.receive(leaf, COPY, own);
      } else if (i == 0) {
        return false;
      } else if (i == 1) {
        into.forward(leaf, COPY, locality.rank(node, other), own);
      } else {
        into.send(locality.rank(node, other), own);
      }
      return true;
    }

    private boolean take(int owner, int piece, StepBuffer into) {
      if (owner >= slices || owner == local) {
        return false;
      }
      into.receive(locality.rank(node, owner), COPY, piece * slices + owner);
      return true;
    }
  }
}
