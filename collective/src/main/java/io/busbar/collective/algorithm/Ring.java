package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * The ring: every rank sends to the next only, all at the same time. Bandwidth-optimal.
 *
 * <pre>
 *   node 0            node 1              all-reduce, chunk c (n = 4):
 *   0 -> 1 -> 2 ====> 3 -> 4 -> 5         c+1 -> c+2 -> c+3 -> c      reduce, n-1 messages
 *   ^                           |         c -> c+1 -> c+2 -> c+3      gather, n-1 messages
 *   +===========================+
 * </pre>
 *
 * <p>Rounds 2(n−1) for all-reduce, n−1 for the others. Each rank sends 2(n−1)/n of the buffer for
 * all-reduce, (n−1)/n for all-gather and reduce-scatter; broadcast and reduce are chains along the
 * ring in which all but the last rank send the buffer once. Order of ranks: {@link RingOrder}.
 * Source: Patarasuk and Yuan, Bandwidth optimal all-reduce algorithms, JPDC 69(2), 2009.
 */
final class Ring extends BaseSchedule {
  private final RingOrder[] orders;

  Ring(ScheduleRequest request) {
    super(request, chunks(request), 1);
    orders = new RingOrder[request.channels()];
    boolean paired = RingOrder.paired(locality);
    for (int channel = 0; channel < orders.length; channel++) {
      orders[channel] =
          request.mesh() && locality.equalNodes()
              ? RingOrder.ofMeshes(locality, channel)
              : new RingOrder(locality, channel, paired);
    }
  }

  private static int chunks(ScheduleRequest request) {
    return switch (request.op()) {
      case BROADCAST, REDUCE -> 1;
      default -> request.locality().ranks();
    };
  }

  @Override
  public int period() {
    if (chunks() != ranks || !locality.numberedByNode()) {
      return ranks;
    }
    int node = locality.nodes() == 1 ? 1 : locality.size(0);
    for (int period = node; period <= 2 * node; period += node) {
      if (ranks % period == 0 && repeat(period)) {
        return period;
      }
    }
    return ranks;
  }

  /** Whether the orders of all channels are the same after that many ranks. */
  private boolean repeat(int period) {
    for (RingOrder order : orders) {
      for (int at = 0; at < ranks; at++) {
        if (order.rank(at + period) != (order.rank(at) + period) % ranks) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public int targets(int agent, int channel, int[] into) {
    return peer(orders[channel], agent, ranks - 1, 1, into);
  }

  @Override
  public int sources(int agent, int channel, int[] into) {
    return peer(orders[channel], agent, 0, -1, into);
  }

  /** The neighbour in a direction; none for the rank at which a chain ends. */
  private int peer(RingOrder order, int rank, int end, int step, int[] into) {
    int place =
        switch (op) {
          case BROADCAST -> Math.floorMod(order.position(rank) - order.position(root), ranks);
          case REDUCE -> Math.floorMod(order.position(rank) - order.position(root) - 1, ranks);
          default -> -1;
        };
    if (ranks == 1 || place == end) {
      return 0;
    }
    if (into.length > 0) {
      into[0] = order.rank(order.position(rank) + step);
    }
    return 1;
  }

  @Override
  public RankProgram program(int agent, int channel) {
    RingOrder order = orders[channel];
    return switch (op) {
      case ALL_REDUCE -> new AllReduce(order, agent);
      case REDUCE_SCATTER -> new ReduceScatter(order, agent);
      case ALL_GATHER -> new AllGather(order, agent);
      case BROADCAST -> new Chain(order, agent, true);
      case REDUCE -> new Chain(order, agent, false);
      default -> throw notOffered();
    };
  }

  /** One rank's place on the ring. */
  private abstract class Lane extends Cursor {
    final RingOrder order;
    final int position;
    final int previous;
    final int next;

    Lane(RingOrder order, int rank, int steps) {
      super(ranks == 1 ? 0 : steps);
      this.order = order;
      position = order.position(rank);
      previous = order.rank(position - 1);
      next = order.rank(position + 1);
    }

    /** Chunk of the rank that is some places back, 0 to 2n. */
    final int chunk(int back) {
      int at = position - back;
      return order.rank(at < -ranks ? at + ranks : at);
    }
  }

  private final class AllReduce extends Lane {
    AllReduce(RingOrder order, int rank) {
      super(order, rank, 2 * ranks - 1);
    }

    @Override
    boolean fill(int i, StepBuffer into) {
      int chunk = chunk(i + 1);
      if (i == 0) {
        into.send(next, chunk);
      } else if (i < ranks - 1) {
        into.forward(previous, REDUCE, next, chunk);
      } else if (i == ranks - 1) {
        into.forward(previous, REDUCE | COPY, next, chunk);
      } else if (i < 2 * ranks - 2) {
        into.forward(previous, COPY, next, chunk);
      } else {
        into.receive(previous, COPY, chunk);
      }
      return true;
    }
  }

  private final class ReduceScatter extends Lane {
    ReduceScatter(RingOrder order, int rank) {
      super(order, rank, ranks);
    }

    @Override
    boolean fill(int i, StepBuffer into) {
      int chunk = chunk(i + 1);
      if (i == 0) {
        into.send(next, chunk);
      } else if (i < ranks - 1) {
        into.forward(previous, REDUCE, next, chunk);
      } else {
        into.receive(previous, REDUCE | COPY, chunk);
      }
      return true;
    }
  }

  private final class AllGather extends Lane {
    AllGather(RingOrder order, int rank) {
      super(order, rank, ranks);
    }

    @Override
    boolean fill(int i, StepBuffer into) {
      int chunk = chunk(i);
      if (i == 0) {
        into.send(next, chunk);
      } else if (i < ranks - 1) {
        into.forward(previous, COPY, next, chunk);
      } else {
        into.receive(previous, COPY, chunk);
      }
      return true;
    }
  }

  /** From the root onwards (broadcast), or onwards to the root (reduce). */
  private final class Chain extends Lane {
    private final int place;
    private final int how;

    Chain(RingOrder order, int rank, boolean fromRoot) {
      super(order, rank, 1);
      int first = order.position(root) + (fromRoot ? 0 : 1);
      place = Math.floorMod(position - first, ranks);
      how = fromRoot ? COPY : REDUCE;
    }

    @Override
    boolean fill(int i, StepBuffer into) {
      if (place == 0) {
        into.send(next, 0);
      } else if (place < ranks - 1) {
        into.forward(previous, how, next, 0);
      } else {
        into.receive(previous, how | COPY, 0);
      }
      return true;
    }
  }
}
