package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * All-to-all in n−1 rounds; in each, every rank sends to one and receives from one, so no receiver
 * is flooded.
 *
 * <pre>
 *   round i, any n:           r sends to r+i, receives from r-i     (shift)
 *   round i, powers of two:   r exchanges with r XOR i              (pairs)
 * </pre>
 *
 * <p>Each rank sends (n−1)/n of its buffer. Rounds are not kept apart by barriers: a rank that is
 * early goes on, and may meet a busy receiver. Source: Thakur, Rabenseifner and Gropp, IJHPCA
 * 19(1), 2005.
 */
final class Pairwise extends BaseSchedule {
  private final boolean pairs;

  Pairwise(ScheduleRequest request) {
    super(request, request.locality().ranks(), 1);
    pairs = Integer.bitCount(ranks) == 1;
  }

  @Override
  public int regions() {
    return 2;
  }

  @Override
  public int period() {
    return pairs ? ranks : 1;
  }

  @Override
  public RankProgram program(int agent, int channel) {
    return new Lane(agent);
  }

  private final class Lane extends Cursor {
    private final int rank;

    Lane(int rank) {
      super(2 * ranks);
      this.rank = rank;
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int i = index >> 1;
      boolean send = index % 2 == 0;
      if (i == 0) {
        into.copy(rank, ranks + rank);
        return send;
      }
      if (send) {
        int to = pairs ? rank ^ i : (rank + i) % ranks;
        into.send(to, to);
      } else {
        int from = pairs ? rank ^ i : Math.floorMod(rank - i, ranks);
        into.receive(from, COPY, ranks + from);
      }
      return true;
    }
  }
}
