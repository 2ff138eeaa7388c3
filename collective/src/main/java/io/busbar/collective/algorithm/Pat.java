package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * PAT, parallel aggregated trees: every rank's block runs down a binomial tree that starts at that
 * rank; what the trees send between the same two ranks travels in one message. Far distances come
 * first, when there is little to send.
 *
 * <pre>
 *   all-gather, n = 8, tree of rank 0       message of rank r to r+4: block r
 *   0 ---------------> 4                                     r+2: blocks r, r-4
 *   0 ------> 2        4 ------> 6                           r+1: blocks r, r-2, r-4, r-6
 *   0 -> 1    2 -> 3   4 -> 5    6 -> 7     reduce-scatter: the same backwards
 * </pre>
 *
 * <p>Rounds ceil(log2 n) without a limit to aggregation, any n; each rank sends (n−1)/n of the
 * buffer. With at most A chunks in a message the trees are walked in depth first: some n/A rounds,
 * and reduce-scatter keeps about A·log2 n partial sums at a time. Source: Jeaugey, PAT: a new
 * algorithm for all-gather and reduce-scatter operations at scale, arXiv 2506.20252, 2025.
 */
final class Pat extends BaseSchedule {
  private final int levels;
  private final int aggregate;
  private final int ticks;

  Pat(ScheduleRequest request) {
    super(
        request,
        request.locality().ranks(),
        Math.max(1, Math.min(request.aggregate(), request.locality().ranks() / 2)));
    levels = 32 - Integer.numberOfLeadingZeros(ranks - 1);
    aggregate = span();
    ticks = ranks == 1 ? 0 : powerAtLeast(messages(0));
  }

  private static int powerAtLeast(int n) {
    return n == 1 ? 1 : Integer.highestOneBit(n - 1) << 1;
  }

  /** Blocks that a rank sends over distance 2^level. */
  private int blocks(int level) {
    return ((ranks - (1 << level) - 1) >> (level + 1)) + 1;
  }

  private int messages(int level) {
    return (blocks(level) + aggregate - 1) / aggregate;
  }

  @Override
  public int period() {
    return 1;
  }

  @Override
  public RankProgram program(int agent, int channel) {
    return switch (op) {
      case ALL_GATHER -> new Lane(agent, true);
      case REDUCE_SCATTER -> new Lane(agent, false);
      default -> throw notOffered();
    };
  }

  /**
   * Reduce-scatter counts ticks up; in each it does one message of level 0 and, like the carries of
   * a counter, those of the higher levels that are then complete. All-gather runs this backwards.
   */
  private final class Lane extends Cursor {
    private final int rank;
    private final boolean gather;

    Lane(int rank, boolean gather) {
      super(Math.multiplyExact(2 * levels, ticks));
      this.rank = rank;
      this.gather = gather;
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int pair = index >> 1;
      int at = gather ? ticks * levels - 1 - pair : pair;
      int tick = at / levels;
      int level = at % levels;
      int message = messageAt(tick, level);
      if (message < 0 || message >= messages(level)) {
        return false;
      }
      int first = message * aggregate;
      int offset = first << (level + 1);
      int count = Math.min(aggregate, blocks(level) - first);
      boolean send = (index & 1) == 0;
      int distance = 1 << level;
      int near = Math.floorMod(rank - offset, ranks);
      int far = Math.floorMod(near - distance, ranks);
      if (send) {
        into.send(peer(gather ? distance : -distance), gather ? near : far);
      } else if (gather) {
        into.receive(peer(-distance), COPY, far);
      } else {
        into.receive(peer(distance), REDUCE | COPY, near);
      }
      into.span(count, -(distance << 1));
      return true;
    }

    private int peer(int distance) {
      return Math.floorMod(rank + distance, ranks);
    }

    private int messageAt(int tick, int level) {
      int size = 1 << level;
      if (size >= ticks) {
        return tick == ticks - 1 ? 0 : -1;
      }
      return ((tick + 1) & (size - 1)) == 0 ? ((tick + 1) >> level) - 1 : -1;
    }
  }
}
