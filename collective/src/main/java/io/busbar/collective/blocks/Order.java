package io.busbar.collective.blocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order in which a GPU can do the operations of all its blocks one after the other, although the
 * blocks run side by side. Messages between two GPUs share one queue here, whatever their channels:
 * they are taken as they were sent, with at most {@link #slots} of them waiting. See {@link Turns}.
 */
final class Order {
  private static final int[] SLOTS = {1, 2, 4, 8, 16, 32};
  private static final int NONE = Operations.NONE;

  private final Operations all;
  private final int[] time;
  private final int slots;

  private Order(Operations all, int[] time, int slots) {
    this.all = all;
    this.time = time;
    this.slots = slots;
  }

  /**
   * An order that holds nobody back: operations come as early as they can, whatever the queues
   * hold.
   *
   * @throws BlockFaults when blocks wait for each other, or messages must overtake each other
   */
  static Order free(Operations all) {
    return of(all, new int[] {Integer.MAX_VALUE});
  }

  /**
   * An order for queues of few slots.
   *
   * @param most slots that a queue may have
   * @throws BlockFaults also when more slots are needed
   */
  static Order tight(Operations all, int most) {
    return of(all, Arrays.stream(SLOTS).filter(slots -> slots <= most).toArray());
  }

  /**
   * Slots that a connection of one channel must have, so that no block waits for ever; 0 when none
   * are known to be enough.
   */
  static int slotsByChannel(Operations all) {
    int[] wish = wish(all);
    for (int slots : SLOTS) {
      if (new Turns(all, wish, slots, true).run() != null) {
        return slots;
      }
    }
    return 0;
  }

  private static Order of(Operations all, int[] choices) {
    int[] wish = wish(all);
    for (int slots : choices) {
      Turns turns = new Turns(all, wish, slots, false);
      int[] time = turns.run();
      if (time != null) {
        return new Order(all, time, turns.longest());
      }
    }
    String text =
        "needs messages between two GPUs that overtake each other, or queues of more than "
            + choices[choices.length - 1]
            + "; a schedule here has one queue between two ranks";
    throw new BlockFaults(List.of(new BlockFault(0, "algorithm", text)));
  }

  private static int[] wish(Operations all) {
    int[] wish = times(all, new Edges());
    if (wish == null) {
      throw new BlockFaults(List.of(circle(all)));
    }
    return wish;
  }

  /** Messages that a queue must hold. */
  int slots() {
    return slots;
  }

  /** Operations of all GPUs by time. */
  List<Integer> sorted() {
    List<Integer> ops = new ArrayList<>();
    for (int op = 0; op < all.size(); op++) {
      ops.add(op);
    }
    ops.sort(Comparator.comparing((Integer op) -> time[op]).thenComparing(op -> op));
    return ops;
  }

  /**
   * When each is done if all take one time and nothing but what they wait for holds them; null when
   * they wait for each other.
   */
  private static int @Nullable [] times(Operations all, Edges more) {
    int[] open = new int[all.size()];
    return run(all, edges(all, more), open);
  }

  private static int @Nullable [] run(Operations all, Edges edges, int[] open) {
    int n = all.size();
    int[] first = edges.index(n);
    int[] time = new int[n];
    for (int i = 0; i < edges.size; i++) {
      open[edges.to[i]]++;
    }
    int[] ready = new int[n];
    int count = 0;
    for (int op = 0; op < n; op++) {
      if (open[op] == 0) {
        ready[count++] = op;
      }
    }
    for (int at = 0; at < count; at++) {
      int op = ready[at];
      for (int i = first[op]; i < first[op + 1]; i++) {
        int next = edges.sorted[i];
        time[next] = Math.max(time[next], time[op] + 1);
        if (--open[next] == 0) {
          ready[count++] = next;
        }
      }
    }
    return count == n ? time : null;
  }

  /** What waits for what whatever the queues: blocks, waits, messages. */
  static Edges edges(Operations all, Edges more) {
    for (int op = 0; op < all.size(); op++) {
      boolean follows = op > 0 && all.rank(op - 1) == all.rank(op);
      if (follows && all.block(op - 1) == all.block(op)) {
        more.add(op - 1, op);
      }
      for (int wait : all.waits(op)) {
        more.add(wait, op);
      }
    }
    for (int message = 0; message < all.messages(); message++) {
      more.add(all.sender(message), all.receiver(message));
    }
    return more;
  }

  /** The first circle of operations that wait for each other. */
  private static BlockFault circle(Operations all) {
    Edges edges = edges(all, new Edges());
    int[] open = new int[all.size()];
    run(all, edges, open);
    int[] before = new int[all.size()];
    Arrays.fill(before, NONE);
    for (int i = edges.size - 1; i >= 0; i--) {
      if (open[edges.from[i]] > 0 && open[edges.to[i]] > 0) {
        before[edges.to[i]] = edges.from[i];
      }
    }
    int at = 0;
    while (open[at] == 0) {
      at++;
    }
    boolean[] seen = new boolean[all.size()];
    while (!seen[at]) {
      seen[at] = true;
      at = before[at];
    }
    StringBuilder text = new StringBuilder("waits for ").append(all.where(before[at]));
    int shown = 1;
    for (int op = before[at]; op != at && shown < 8; op = before[op], shown++) {
      text.append(", which waits for ").append(all.where(before[op]));
    }
    return new BlockFault(all.step(at).line(), all.where(at), text + ": none can begin");
  }

  /** Pairs of operations, the second of which waits for the first. */
  static final class Edges {
    private int[] from = new int[1024];
    private int[] to = new int[1024];
    private int[] sorted = {};
    private int size;

    void add(int first, int second) {
      if (size == from.length) {
        from = Arrays.copyOf(from, 2 * size);
        to = Arrays.copyOf(to, 2 * size);
      }
      from[size] = first;
      to[size++] = second;
    }

    /** Where the successors of each operation begin in {@link #sorted}. */
    int[] index(int operations) {
      int[] first = new int[operations + 1];
      for (int i = 0; i < size; i++) {
        first[from[i] + 1]++;
      }
      for (int op = 0; op < operations; op++) {
        first[op + 1] += first[op];
      }
      int[] next = first.clone();
      sorted = new int[size];
      for (int i = 0; i < size; i++) {
        sorted[next[from[i]]++] = to[i];
      }
      return first;
    }

    int size() {
      return size;
    }

    int successor(int i) {
      return sorted[i];
    }
  }
}
