package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * Everybody to everybody at once. Best where all pairs have a path of their own, as in shared
 * memory or behind an NVSwitch; on a network it floods the receivers (see {@link Pairwise}).
 *
 * <pre>
 *   rank:     0          1          2
 *   chunk 0:  sum <----- x <------- x        1. each rank adds up its chunk, reading from all
 *   chunk 1:  x -------> sum <----- x
 *   chunk 2:  x -------> x -------> sum      2. each rank gives its sum to all
 * </pre>
 *
 * <p>Rounds: 2 for all-reduce, 1 for the others. Each rank sends 2(n−1)/n of the buffer for
 * all-reduce, (n−1)/n for all-gather, reduce-scatter and all-to-all; a root sends or receives
 * (n−1)/n for scatter and gather, n−1 buffers for broadcast and reduce. A sum is built by one rank,
 * in the order of ranks after itself as first term, so it is the same on all ranks and in all runs.
 * Source: Rabenseifner's reduce-scatter and all-gather with one step of distance each; for memory:
 * Li et al., NUMA-aware shared-memory collective communication for MPI, HPDC 2013.
 */
final class Direct extends BaseSchedule {
  private final boolean reduces;
  private final boolean gathers;

  Direct(ScheduleRequest request) {
    super(request, chunks(request), 1);
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

  private static int chunks(ScheduleRequest request) {
    return switch (request.op()) {
      case BROADCAST, REDUCE, SEND_RECEIVE -> 1;
      default -> request.locality().ranks();
    };
  }

  @Override
  public int regions() {
    return switch (op) {
      case ALL_TO_ALL, SEND_RECEIVE -> 2;
      default -> 1;
    };
  }

  @Override
  public int period() {
    return switch (op) {
      case ALL_TO_ALL, SEND_RECEIVE -> 1;
      default -> ranks;
    };
  }

  @Override
  public RankProgram program(int agent, int channel) {
    return switch (op) {
      case ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER -> new Symmetric(agent);
      case BROADCAST, SCATTER -> new FromRoot(agent);
      case REDUCE, GATHER -> new ToRoot(agent);
      case ALL_TO_ALL -> new AllToAll(agent);
      case SEND_RECEIVE -> new Neighbours(agent);
    };
  }

  /** Phases of n−1 steps each: give parts, add up, give the sum, take the others' sums. */
  private final class Symmetric extends Cursor {
    private final int rank;
    private final int others;

    Symmetric(int rank) {
      super((ranks - 1) * ((reduces ? 2 : 0) + (gathers ? 2 : 0)));
      this.rank = rank;
      this.others = ranks - 1;
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int phase = index / others + (reduces ? 0 : 2);
      int i = index % others;
      int peer = (rank + 1 + i) % ranks;
      switch (phase) {
        case 0 -> into.send(peer, peer);
        case 1 -> into.receive(i < rank ? i : i + 1, REDUCE | COPY, rank);
        case 2 -> into.send(peer, rank);
        default -> {
          int from = (rank + ranks - 1 - i) % ranks;
          into.receive(from, COPY, from);
        }
      }
      return true;
    }
  }

  private final class FromRoot extends Cursor {
    private final int rank;

    FromRoot(int rank) {
      super(rank == root ? ranks - 1 : 1);
      this.rank = rank;
    }

    @Override
    boolean fill(int i, StepBuffer into) {
      if (rank == root) {
        int peer = (root + 1 + i) % ranks;
        into.send(peer, chunks() == 1 ? 0 : peer);
      } else {
        into.receive(root, COPY, chunks() == 1 ? 0 : rank);
      }
      return true;
    }
  }

  private final class ToRoot extends Cursor {
    private final int rank;

    ToRoot(int rank) {
      super(rank == root ? ranks - 1 : 1);
      this.rank = rank;
    }

    @Override
    boolean fill(int i, StepBuffer into) {
      boolean sum = chunks() == 1;
      if (rank == root) {
        int peer = i < root ? i : i + 1;
        into.receive(peer, sum ? REDUCE | COPY : COPY, sum ? 0 : peer);
      } else {
        into.send(root, sum ? 0 : rank);
      }
      return true;
    }
  }

  /** All sends are posted before the first receive. */
  private final class AllToAll extends Cursor {
    private final int rank;

    AllToAll(int rank) {
      super(2 * ranks - 1);
      this.rank = rank;
    }

    @Override
    boolean fill(int i, StepBuffer into) {
      if (i == 0) {
        into.copy(rank, ranks + rank);
      } else if (i < ranks) {
        int peer = (rank + i) % ranks;
        into.send(peer, peer);
      } else {
        int peer = (rank + 2 * ranks - 1 - i) % ranks;
        into.receive(peer, COPY, ranks + peer);
      }
      return true;
    }
  }

  private final class Neighbours extends Cursor {
    private final int rank;

    Neighbours(int rank) {
      super(ranks == 1 ? 1 : 2);
      this.rank = rank;
    }

    @Override
    boolean fill(int i, StepBuffer into) {
      if (ranks == 1) {
        into.copy(0, 1);
      } else if (i == 0) {
        into.send((rank + 1) % ranks, 0);
      } else {
        into.receive((rank + ranks - 1) % ranks, COPY, 1);
      }
      return true;
    }
  }
}
