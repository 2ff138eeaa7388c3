package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * Two levels: reduce-scatter inside each node, one ring over the nodes per local index, all-gather
 * inside each node. Each ring stays on its rail, and all rails work at the same time.
 *
 * <pre>
 *   node 0: 0 <-> 1 <-> 2      slice j belongs to local index j:
 *           |     |     |       1. all ranks of the node give it their part of slice j
 *   node 1: 3 <-> 4 <-> 5       2. the ranks of local index j reduce it along the ring of nodes
 *           |     |     |       3. it gives the sum to all ranks of the node
 * </pre>
 *
 * <p>The three run interleaved, chunk by chunk, in the order in which the ring needs them. Rounds 2
 * + 2(N−1) for N nodes. Per rank, in buffers, g ranks per node: 2(N−1)/(N·g) over the network and
 * 2(g−1)/g inside the node; half of both for reduce-scatter and all-gather. All-reduce also takes
 * unequal nodes: the smallest decides how many ranks own a slice. Source: Cho et al., BlueConnect,
 * IBM Journal of Research and Development 63(6), 2019.
 */
final class Hierarchical extends BaseSchedule {
  private final int nodes;
  private final int slices;
  private final boolean scatters;
  private final boolean gathers;

  Hierarchical(ScheduleRequest request) {
    super(request, chunks(request), 1);
    nodes = locality.nodes();
    slices = locality.smallest();
    scatters =
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

  private static int chunks(ScheduleRequest request) {
    return switch (request.op()) {
      case ALL_REDUCE ->
          Math.multiplyExact(request.locality().nodes(), request.locality().smallest());
      default -> request.locality().ranks();
    };
  }

  @Override
  public int period() {
    return nodePeriod();
  }

  @Override
  public int rails() {
    return locality.numberedByNode() ? slices : 1;
  }

  @Override
  public int targets(int agent, int channel, int[] into) {
    return peers(agent, 1, scatters, gathers, into);
  }

  @Override
  public int sources(int agent, int channel, int[] into) {
    return peers(agent, -1, gathers, scatters, into);
  }

  /**
   * @param toOwners whether every rank meets the owners of slices
   * @param toOthers whether owners meet every rank
   */
  private int peers(int rank, int step, boolean toOwners, boolean toOthers, int[] into) {
    int node = locality.node(rank);
    int found = 0;
    boolean owner = locality.local(rank) < slices;
    for (int local = 0; local < locality.size(node); local++) {
      boolean met = (toOwners && local < slices) || (toOthers && owner);
      if (met && local != locality.local(rank)) {
        found = add(locality.rank(node, local), found, into);
      }
    }
    if (owner && nodes > 1) {
      int other = Math.floorMod(node + step, nodes);
      found = add(locality.rank(other, locality.local(rank)), found, into);
    }
    return found;
  }

  private static int add(int peer, int found, int[] into) {
    if (found < into.length) {
      into[found] = peer;
    }
    return found + 1;
  }

  @Override
  public RankProgram program(int agent, int channel) {
    return new Lane(agent);
  }

  /**
   * For each step of the ring of nodes: add up its chunk; give away the parts of the next one,
   * which travel meanwhile; the step itself; take the sums of the step before; spread the own sum.
   */
  private final class Lane extends Cursor {
    private final int node;
    private final int local;
    private final int size;
    private final int ringSteps;

    Lane(int rank) {
      int size = locality.size(locality.node(rank));
      int ringSteps = scatters && gathers ? 2 * nodes - 1 : nodes;
      super(Math.multiplyExact(ringSteps + 2, 4 * size + 1));
      this.size = size;
      this.ringSteps = ringSteps;
      node = locality.node(rank);
      local = locality.local(rank);
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int width = 4 * size + 1;
      int s = index / width - 1;
      int j = index % width;
      if (j < size) {
        return addsUp(s) && addUp(j, chunk(s), into);
      }
      if (j < 2 * size) {
        return addsUp(s + 1) && give(j - size, chunk(s + 1), into);
      }
      if (j == 2 * size) {
        return s >= 0 && s < ringSteps && local < slices && ring(s, chunk(s), into);
      }
      if (j <= 3 * size) {
        return spreads(s - 1) && take(j - 2 * size - 1, chunk(s - 1), into);
      }
      return spreads(s) && spread(j - 3 * size - 1, chunk(s), into);
    }

    private boolean addsUp(int s) {
      return scatters && s >= 0 && s < nodes;
    }

    private boolean spreads(int s) {
      return gathers && s >= (scatters ? nodes - 1 : 0) && s < ringSteps;
    }

    /** Chunk of a ring step: one's own comes last when it is added up, first when it is spread. */
    private int chunk(int s) {
      return Math.floorMod(node - s - (scatters ? 1 : 0), nodes);
    }

    private boolean give(int i, int chunk, StepBuffer into) {
      int owner = (local + i) % size;
      if (i == 0 || owner >= slices) {
        return false;
      }
      into.send(locality.rank(node, owner), position(owner, chunk));
      return true;
    }

    private boolean addUp(int other, int chunk, StepBuffer into) {
      if (local >= slices || other == local) {
        return false;
      }
      into.receive(locality.rank(node, other), REDUCE | COPY, position(local, chunk));
      return true;
    }

    private boolean spread(int i, int chunk, StepBuffer into) {
      if (i == 0 || local >= slices) {
        return false;
      }
      into.send(locality.rank(node, (local + i) % size), position(local, chunk));
      return true;
    }

    private boolean take(int i, int chunk, StepBuffer into) {
      int owner = (local + size - i) % size;
      if (i == 0 || owner >= slices) {
        return false;
      }
      into.receive(locality.rank(node, owner), COPY, position(owner, chunk));
      return true;
    }

    private boolean ring(int s, int chunk, StepBuffer into) {
      if (nodes == 1) {
        return false;
      }
      int previous = locality.rank((node + nodes - 1) % nodes, local);
      int next = locality.rank((node + 1) % nodes, local);
      int position = position(local, chunk);
      int how = scatters && s < nodes ? REDUCE : COPY;
      boolean complete = !scatters || s >= nodes - 1;
      if (s == 0) {
        into.send(next, position);
      } else if (s == ringSteps - 1) {
        into.receive(previous, how | COPY, position);
      } else {
        into.forward(previous, complete ? how | COPY : how, next, position);
      }
      return true;
    }

    private int position(int owner, int chunk) {
      return scatters && gathers ? owner * nodes + chunk : locality.rank(chunk, owner);
    }
  }
}
