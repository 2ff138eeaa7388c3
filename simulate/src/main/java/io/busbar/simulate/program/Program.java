package io.busbar.simulate.program;

import io.busbar.simulate.traffic.Traffic;
import java.util.Arrays;

/**
 * Tasks of ranks and what each waits for, as columns; tasks count from 0 in the order in which they
 * were added. Made by a {@link Builder}, then immutable and thread-safe.
 */
public final class Program {
  /** Any rank, or any tag, of a receive. */
  public static final int ANY = -1;

  private static final int EVENTS = Event.values().length;

  private final int ranks;
  private final int lanes;
  private final Kind[] kind;
  private final int[] rank;
  private final int[] peer;
  private final int[] tag;
  private final long[] amount;
  private final long[] startPs;
  private final int[] needed;
  private final int[] firstWaiter;
  private final int[] waiter;

  private Program(Builder b) {
    int n = b.count;
    ranks = b.ranks;
    lanes = b.lanes;
    kind = Arrays.copyOf(b.kind, n);
    rank = Arrays.copyOf(b.rank, n);
    peer = Arrays.copyOf(b.peer, n);
    tag = Arrays.copyOf(b.tag, n);
    amount = Arrays.copyOf(b.amount, n);
    startPs = Arrays.copyOf(b.startPs, n);
    needed = Arrays.copyOf(b.needed, n);
    firstWaiter = new int[n * EVENTS + 1];
    waiter = new int[b.waits];
    for (int wait = 0; wait < b.waits; wait++) {
      firstWaiter[b.cause[wait] + 1]++;
    }
    for (int row = 0; row < n * EVENTS; row++) {
      firstWaiter[row + 1] += firstWaiter[row];
    }
    int[] next = Arrays.copyOf(firstWaiter, n * EVENTS);
    for (int wait = 0; wait < b.waits; wait++) {
      waiter[next[b.cause[wait]]++] = b.waiter[wait];
    }
  }

  /** Messages that are all posted at the start. */
  public static Program of(int ranks, Traffic traffic) {
    Builder builder = new Builder(ranks);
    for (int i = 0; i < traffic.count(); i++) {
      builder.message(traffic.src()[i], traffic.dst()[i], traffic.bytes()[i], 0);
    }
    return builder.build();
  }

  /** What a task does. */
  public enum Kind {
    /** A message that its receiver need not ask for; each takes its own path. */
    MESSAGE,
    /** A message that a receive takes; those of two ranks stay in order. */
    SEND,
    /** Waits for a message. */
    RECEIVE,
    /** Takes time; computations of one lane do not overlap. */
    COMPUTE,
    /** Nothing; what waits for it starts at once. */
    GATE,
    /** Starts the next of what waits for it, each time it is told. */
    NEXT
  }

  /** What a task may wait for. */
  public enum Event {
    /** The other has started. */
    STARTED,
    /** The other is done; of a message: its sender is. */
    ENDED,
    /** The other's message is at its receiver. */
    DELIVERED
  }

  public int size() {
    return kind.length;
  }

  /** Whether all of it is messages that start at once and nothing waits for. */
  public boolean plain() {
    return waiter.length == 0
        && Arrays.stream(kind).allMatch(any -> any == Kind.MESSAGE)
        && Arrays.stream(startPs).allMatch(start -> start == 0);
  }

  /** Ranks that take part, from 0. */
  public int ranks() {
    return ranks;
  }

  /** Lanes of computations. */
  int lanes() {
    return lanes;
  }

  public Kind kind(int task) {
    return kind[task];
  }

  /** Whether a task puts bytes on the network. */
  public boolean sends(int task) {
    return kind[task] == Kind.MESSAGE || kind[task] == Kind.SEND;
  }

  /** Who does it. */
  public int rank(int task) {
    return rank[task];
  }

  /** The other rank of a message, or {@link #ANY}; of a computation its lane. */
  public int peer(int task) {
    return peer[task];
  }

  int tag(int task) {
    return tag[task];
  }

  /** Bytes of a message, or picoseconds of a computation. */
  public long amount(int task) {
    return amount[task];
  }

  /** Not before this time, picoseconds. */
  public long startPs(int task) {
    return startPs[task];
  }

  /** How often it must be told before it starts. */
  int needed(int task) {
    return needed[task];
  }

  int firstWaiter(int task, Event event) {
    return firstWaiter[task * EVENTS + event.ordinal()];
  }

  int endWaiter(int task, Event event) {
    return firstWaiter[task * EVENTS + event.ordinal() + 1];
  }

  int waiter(int at) {
    return waiter[at];
  }

  /** Adds tasks one by one. Not thread-safe; for one program. */
  public static final class Builder {
    private final int ranks;
    private int lanes;
    private int count;
    private int waits;
    private Kind[] kind = new Kind[16];
    private int[] rank = new int[16];
    private int[] peer = new int[16];
    private int[] tag = new int[16];
    private long[] amount = new long[16];
    private long[] startPs = new long[16];
    private int[] needed = new int[16];
    private int[] cause = new int[16];
    private int[] waiter = new int[16];

    /**
     * @param ranks that take part, from 0
     */
    public Builder(int ranks) {
      this.ranks = ranks;
    }

    /** A message that nobody asks for, not before a time. */
    public int message(int from, int to, long bytes, long notBeforePs) {
      int task = add(Kind.MESSAGE, from, to, 0, bytes);
      startPs[task] = notBeforePs;
      return task;
    }

    /** A message that a receive with the same tag takes. */
    public int send(int from, int to, int withTag, long bytes) {
      return add(Kind.SEND, from, to, withTag, bytes);
    }

    /**
     * @param from a rank or {@link #ANY}
     * @param withTag a tag or {@link #ANY}
     */
    public int receive(int at, int from, int withTag) {
      return add(Kind.RECEIVE, at, from, withTag, 0);
    }

    /** A new lane, on which one computation is done at a time. */
    public int lane() {
      return lanes++;
    }

    public int compute(int at, int onLane, long ps) {
      return add(Kind.COMPUTE, at, onLane, 0, ps);
    }

    /**
     * @param told how often, before it lets others through
     */
    public int gate(int told) {
      int task = add(Kind.GATE, 0, 0, 0, 0);
      needed[task] = told;
      return task;
    }

    /** Lets the next one through each time it is told. */
    public int next() {
      int task = add(Kind.NEXT, 0, 0, 0, 0);
      needed[task] = Integer.MAX_VALUE;
      return task;
    }

    /** A task waits for another; a gate is only told. */
    public void after(int task, int other, Event event) {
      if (waits == cause.length) {
        cause = Arrays.copyOf(cause, waits * 2);
        waiter = Arrays.copyOf(waiter, waits * 2);
      }
      cause[waits] = Math.addExact(Math.multiplyExact(other, EVENTS), event.ordinal());
      waiter[waits++] = task;
      if (kind[task] != Kind.GATE && kind[task] != Kind.NEXT) {
        needed[task]++;
      }
    }

    public Program build() {
      return new Program(this);
    }

    private int add(Kind what, int who, int other, int withTag, long howMuch) {
      if (who < 0 || who >= ranks || howMuch < 0) {
        throw new IllegalArgumentException(what + " of rank " + who + " with " + howMuch);
      }
      if (count == kind.length) {
        int longer = count * 2;
        kind = Arrays.copyOf(kind, longer);
        rank = Arrays.copyOf(rank, longer);
        peer = Arrays.copyOf(peer, longer);
        tag = Arrays.copyOf(tag, longer);
        amount = Arrays.copyOf(amount, longer);
        startPs = Arrays.copyOf(startPs, longer);
        needed = Arrays.copyOf(needed, longer);
      }
      kind[count] = what;
      rank[count] = who;
      peer[count] = other;
      tag[count] = withTag;
      amount[count] = howMuch;
      return count++;
    }
  }
}
