package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * Recursive doubling: fewest rounds, whole buffers. For small messages.
 *
 * <pre>
 *   0 <-> 1   2 <-> 3   4 <-> 5   6 <-> 7     distance 1
 *   0 <-----> 2         4 <-----> 6           distance 2 (1 and 3, 5 and 7 as well)
 *   0 <---------------> 4                     distance 4 (and the others)
 * </pre>
 *
 * <p>All-reduce: log2 n rounds for powers of two, each sending the whole buffer; otherwise the
 * ranks above the power p fold into neighbours first and get the result last, 2 + log2 p rounds.
 * Both partners add the same two terms, so all ranks get the same bits. All-gather in Bruck's form:
 * ceil(log2 n) rounds for any n, (n−1)/n of the buffer. Sources: Thakur, Rabenseifner and Gropp,
 * Optimization of collective communication operations in MPICH, IJHPCA 19(1), 2005; Bruck et al.,
 * IEEE TPDS 8(11), 1997.
 */
final class RecursiveDoubling extends BaseSchedule {
  private final Fold fold;
  private final int bruckRounds;

  RecursiveDoubling(ScheduleRequest request) {
    super(request, gathers(request) ? request.locality().ranks() : 1, span(request));
    fold = new Fold(ranks);
    bruckRounds = 32 - Integer.numberOfLeadingZeros(ranks - 1);
  }

  private static boolean gathers(ScheduleRequest request) {
    return switch (request.op()) {
      case ALL_GATHER -> true;
      default -> false;
    };
  }

  private static int span(ScheduleRequest request) {
    return gathers(request) ? Math.max(1, (request.locality().ranks() + 1) / 2) : 1;
  }

  @Override
  public int period() {
    return chunks() == ranks ? 1 : ranks;
  }

  @Override
  public RankProgram program(int agent, int channel) {
    return switch (op) {
      case ALL_REDUCE -> new AllReduce(agent);
      case ALL_GATHER -> new Bruck(agent);
      default -> throw notOffered();
    };
  }

  /** Fold in, exchange over growing distances, fold out. */
  private final class AllReduce extends Cursor {
    private final int rank;
    private final int member;

    AllReduce(int rank) {
      super(2 * fold.levels() + 2);
      this.rank = rank;
      member = fold.member(rank);
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      boolean last = index == 2 * fold.levels() + 1;
      if (index == 0 || last) {
        return fold(last, into);
      }
      if (member < 0) {
        return false;
      }
      int partner = fold.rank(member ^ (1 << ((index - 1) >> 1)));
      if (index % 2 == 1) {
        into.send(partner, 0);
      } else {
        into.receive(partner, REDUCE | COPY, 0);
      }
      return true;
    }

    private boolean fold(boolean out, StepBuffer into) {
      int partner = fold.partner(rank);
      if (partner < 0) {
        return false;
      }
      if (member < 0 != out) {
        into.send(partner, 0);
      } else {
        into.receive(partner, out ? COPY : REDUCE | COPY, 0);
      }
      return true;
    }
  }

  /** Round k: the blocks gathered so far go 2^k ranks back. */
  private final class Bruck extends Cursor {
    private final int rank;

    Bruck(int rank) {
      super(2 * bruckRounds);
      this.rank = rank;
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int distance = 1 << (index >> 1);
      int count = Math.min(distance, ranks - distance);
      int ahead = (rank + distance) % ranks;
      if (index % 2 == 0) {
        into.send(Math.floorMod(rank - distance, ranks), rank).span(count, 1);
      } else {
        into.receive(ahead, COPY, ahead).span(count, 1);
      }
      return true;
    }
  }
}
