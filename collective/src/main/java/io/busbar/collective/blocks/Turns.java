package io.busbar.collective.blocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets the GPUs do their operations turn by turn, one each, with queues of some slots between them.
 * Where slots are few, a GPU rather takes a message than sends one of its own, and its own messages
 * leave the last slot of a queue to those that are only passed on: so a ring that is full of
 * beginnings cannot get stuck. Used once.
 */
final class Turns {
  private static final int NONE = Operations.NONE;

  private final Operations all;
  private final int[] wish;
  private final int slots;
  private final int[] time;
  private final boolean[] done;
  private final int[][] next;
  private final int[][] end;
  private final Map<List<Integer>, Queue> queues = new HashMap<>();
  private final Queue[] queueOf;
  private int turn;
  private int longest = 1;

  /** Messages between two GPUs in the order in which they were sent. */
  private static final class Queue {
    private final List<Integer> messages = new ArrayList<>();
    private int taken;

    int waiting() {
      return messages.size() - taken;
    }

    int head() {
      return taken < messages.size() ? messages.get(taken) : NONE;
    }
  }

  /**
   * @param wish when each operation would be done if there were no queues
   * @param slots of a queue; {@link Integer#MAX_VALUE} for no limit
   * @param byChannel whether each channel has queues of its own, as MSCCL has them
   */
  Turns(Operations all, int[] wish, int slots, boolean byChannel) {
    this.all = all;
    this.wish = wish;
    this.slots = slots;
    time = new int[all.size()];
    done = new boolean[all.size()];
    int ranks = all.algorithm.ranks();
    next = new int[ranks][];
    end = new int[ranks][];
    for (int rank = 0; rank < ranks; rank++) {
      int blocks = all.algorithm.gpus().get(rank).blocks().size();
      next[rank] = new int[blocks];
      end[rank] = new int[blocks];
      Arrays.fill(next[rank], NONE);
    }
    for (int op = 0; op < all.size(); op++) {
      int[] first = next[all.rank(op)];
      first[all.block(op)] = first[all.block(op)] == NONE ? op : first[all.block(op)];
      end[all.rank(op)][all.block(op)] = op + 1;
    }
    queueOf = new Queue[all.messages()];
    for (int message = 0; message < queueOf.length; message++) {
      int from = all.rank(all.sender(message));
      int to = all.rank(all.receiver(message));
      int channel = byChannel ? all.blockOf(all.sender(message)).channel() : 0;
      queueOf[message] = queues.computeIfAbsent(List.of(from, to, channel), k -> new Queue());
    }
  }

  /** The turn of each operation; null when it gets stuck. */
  int @Nullable [] run() {
    int left = all.size();
    while (left > 0) {
      int before = left;
      turn++;
      left -= round(slots == 1 ? 1 : slots - 1);
      if (left == before) {
        left -= round(slots);
      }
      if (left == before) {
        return null;
      }
    }
    return time;
  }

  /** Messages of the longest queue. */
  int longest() {
    return longest;
  }

  /** One operation of each GPU; how many there were. */
  private int round(int slotsOfOwn) {
    int moved = 0;
    for (int rank = 0; rank < next.length; rank++) {
      int best = NONE;
      for (int block = 0; block < next[rank].length; block++) {
        int op = next[rank][block];
        if (op != NONE && ready(op, slotsOfOwn) && (best == NONE || better(op, best))) {
          best = op;
        }
      }
      if (best != NONE) {
        act(rank, best);
        moved++;
      }
    }
    return moved;
  }

  private boolean better(int a, int b) {
    boolean takes = all.takes(a) != NONE;
    if (slots < Integer.MAX_VALUE && takes != (all.takes(b) != NONE)) {
      return takes;
    }
    return wish[a] != wish[b]
        ? wish[a] < wish[b]
        : all.blockOf(a).channel() < all.blockOf(b).channel();
  }

  private boolean ready(int op, int slotsOfOwn) {
    for (int wait : all.waits(op)) {
      if (!done[wait]) {
        return false;
      }
    }
    int in = all.takes(op);
    if (in != NONE && (queueOf[in].head() != in || time[all.sender(in)] == turn)) {
      return false;
    }
    int out = all.sends(op);
    return out == NONE || queueOf[out].waiting() < (in == NONE ? slotsOfOwn : slots);
  }

  private void act(int rank, int op) {
    time[op] = turn;
    done[op] = true;
    if (all.takes(op) != NONE) {
      queueOf[all.takes(op)].taken++;
    }
    if (all.sends(op) != NONE) {
      queueOf[all.sends(op)].messages.add(all.sends(op));
      longest = Math.max(longest, queueOf[all.sends(op)].waiting());
    }
    int block = all.block(op);
    next[rank][block] = op + 1 < end[rank][block] ? op + 1 : NONE;
  }
}
