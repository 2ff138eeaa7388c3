package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/**
 * Binomial tree for rooted operations on small messages: the number of ranks that have the data
 * doubles in every round.
 *
 * <pre>
 *   0 ---------------> 4          distances from the root; round 1
 *   0 ------> 2        4 ------> 6                          round 2
 *   0 -> 1    2 -> 3   4 -> 5    6 -> 7                     round 3; reduce and gather backwards
 * </pre>
 *
 * <p>Rounds ceil(log2 n), counting those in which the root sends again. Broadcast and reduce send
 * the buffer n−1 times in all, the root log2 n times; gather and scatter send a block once per
 * level it passes, the root (n−1)/n of the buffer. Source: Thakur, Rabenseifner and Gropp, IJHPCA
 * 19(1), 2005.
 */
final class Binomial extends BaseSchedule {
  private final int levels;

  Binomial(ScheduleRequest request) {
    super(request, blocks(request) ? request.locality().ranks() : 1, span(request));
    levels = 32 - Integer.numberOfLeadingZeros(ranks - 1);
  }

  private static boolean blocks(ScheduleRequest request) {
    return switch (request.op()) {
      case GATHER, SCATTER -> true;
      default -> false;
    };
  }

  private static int span(ScheduleRequest request) {
    int ranks = request.locality().ranks();
    return blocks(request) && ranks > 1 ? Integer.highestOneBit(ranks - 1) : 1;
  }

  /** Far children first, each with the whole link: at once all would wait for the last. */
  @Override
  public boolean sendsBlock() {
    return true;
  }

  @Override
  public RankProgram program(int agent, int channel) {
    return switch (op) {
      case BROADCAST, SCATTER -> new Lane(agent, true);
      case REDUCE, GATHER -> new Lane(agent, false);
      default -> throw notOffered();
    };
  }

  /** From the root: take from the parent, give to children, far ones first. To it: backwards. */
  private final class Lane extends Cursor {
    private final int distance;
    private final boolean fromRoot;
    private final int ownLevel;

    Lane(int rank, boolean fromRoot) {
      super(levels + 1);
      this.fromRoot = fromRoot;
      distance = Math.floorMod(rank - root, ranks);
      ownLevel = distance == 0 ? levels : Integer.numberOfTrailingZeros(distance);
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int level = fromRoot ? levels - index : index;
      if (level > ownLevel || (level == ownLevel && distance == 0)) {
        return false;
      }
      if (level == ownLevel) {
        int parent = agent(distance - (1 << level));
        if (fromRoot) {
          into.receive(parent, COPY, position(distance));
        } else {
          into.send(parent, position(distance));
        }
        return spanned(distance, level, into);
      }
      int child = distance + (1 << level);
      if (child >= ranks) {
        return false;
      }
      if (fromRoot) {
        into.send(agent(child), position(child));
      } else {
        into.receive(agent(child), chunks() == 1 ? REDUCE | COPY : COPY, position(child));
      }
      return spanned(child, level, into);
    }

    private boolean spanned(int from, int level, StepBuffer into) {
      if (blocks()) {
        into.span(Math.min(1 << level, ranks - from), 1);
      }
      return true;
    }

    private int agent(int at) {
      return (root + at) % ranks;
    }

    private int position(int at) {
      return blocks() ? agent(at) : 0;
    }

    private boolean blocks() {
      return switch (op) {
        case GATHER, SCATTER -> true;
        default -> false;
      };
    }
  }
}
