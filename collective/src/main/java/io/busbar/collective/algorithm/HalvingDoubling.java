package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * Recursive halving, then recursive doubling (Rabenseifner). Ring's bytes in logarithmic rounds,
 * for middle sizes; far partners exchange the most.
 *
 * <pre>
 *   reduce-scatter, rank 0 of 8:  gives blocks 4-7 to 4 | 2-3 to 2 | 1 to 1, takes the others
 *   all-gather, rank 0 of 8:      block 0 with 1 | 0-1 with 2 | 0-3 with 4
 * </pre>
 *
 * <p>All-reduce: 2·log2 n rounds and 2(n−1)/n of the buffer per rank for powers of two; half of
 * both for reduce-scatter and all-gather. Other n fold the surplus ranks into neighbours ({@link
 * Fold}): two more rounds, and a folded pair sends the buffer once more for all-reduce. Source:
 * Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005.
 */
final class HalvingDoubling extends BaseSchedule {
  private final Fold fold;
  private final boolean halves;
  private final boolean doubles;

  HalvingDoubling(ScheduleRequest request) {
    super(request, request.locality().ranks(), span(request));
    fold = new Fold(ranks);
    halves =
        switch (op) {
          case ALL_REDUCE, REDUCE_SCATTER -> true;
          default -> false;
        };
    doubles =
        switch (op) {
          case ALL_REDUCE, ALL_GATHER -> true;
          default -> false;
        };
  }

  private static int span(ScheduleRequest request) {
    int ranks = request.locality().ranks();
    return Integer.bitCount(ranks) == 1 ? Math.max(1, ranks / 2) : ranks;
  }

  @Override
  public RankProgram program(int agent, int channel) {
    return new Lane(agent);
  }

  /** Fold in, halve, double, fold out. */
  private final class Lane extends Cursor {
    private final int rank;
    private final int member;
    private final int halving;
    private final int doubling;

    Lane(int rank) {
      super(2 + 2 * fold.levels() * ((halves ? 1 : 0) + (doubles ? 1 : 0)));
      this.rank = rank;
      member = fold.member(rank);
      halving = halves ? 2 * fold.levels() : 0;
      doubling = doubles ? 2 * fold.levels() : 0;
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      if (index == 0) {
        return foldIn(into);
      }
      if (index > halving + doubling) {
        return foldOut(into);
      }
      if (member < 0) {
        return false;
      }
      int i = index - 1;
      if (i < halving) {
        halve(1 << (fold.levels() - 1 - (i >> 1)), i % 2 == 0, into);
      } else {
        int j = i - halving;
        doubleUp(1 << (j >> 1), j % 2 == 0, into);
      }
      return true;
    }

    /** Of the 2·distance members that hold the same blocks, each half keeps its own. */
    private void halve(int distance, boolean send, StepBuffer into) {
      int partner = member ^ distance;
      if (send) {
        into.send(fold.rank(partner), run(partner, distance));
      } else {
        into.receive(fold.rank(partner), REDUCE | COPY, run(member, distance));
      }
      into.span(length(send ? partner : member, distance), 1);
    }

    private void doubleUp(int distance, boolean send, StepBuffer into) {
      int partner = member ^ distance;
      if (send) {
        into.send(fold.rank(partner), run(member, distance));
      } else {
        into.receive(fold.rank(partner), COPY, run(partner, distance));
      }
      into.span(length(send ? member : partner, distance), 1);
    }

    /** First block of the aligned group of members that one belongs to. */
    private int run(int of, int size) {
      return fold.first(of & -size);
    }

    private int length(int of, int size) {
      return fold.first((of & -size) + size) - fold.first(of & -size);
    }

    private boolean foldIn(StepBuffer into) {
      int partner = fold.partner(rank);
      if (partner < 0) {
        return false;
      }
      if (member < 0) {
        into.send(partner, halves ? 0 : rank);
      } else {
        into.receive(partner, halves ? REDUCE | COPY : COPY, halves ? 0 : partner);
      }
      into.span(halves ? ranks : 1, 1);
      return true;
    }

    private boolean foldOut(StepBuffer into) {
      int partner = fold.partner(rank);
      if (partner < 0) {
        return false;
      }
      // What the folded rank lacks: all but its own block, or just its block.
      int low = Math.min(rank, partner);
      int first = doubles ? (halves ? 0 : low + 1) : low;
      if (member >= 0) {
        into.send(partner, first);
      } else {
        into.receive(partner, COPY, first);
      }
      into.span(doubles ? (halves ? ranks : ranks - 1) : 1, 1);
      return true;
    }
  }
}
