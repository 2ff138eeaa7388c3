package io.busbar.formats.goal;

import java.util.Arrays;

/**
 * Tasks of one rank as columns, in the order of the file, and what they wait for. Filled by the
 * reader, then only read.
 */
public final class GoalRank {
  /** Any rank, or any tag. */
  public static final int ANY = -1;

  /** Kinds of tasks. */
  public enum Kind {
    SEND,
    RECEIVE,
    /** Takes time on a processor. */
    CALC
  }

  private static final Kind[] KINDS = Kind.values();

  private int size;
  private byte[] kind = new byte[4];
  private long[] amount = new long[4];
  private int[] peer = new int[4];
  private int[] tag = new int[4];
  private int[] cpu = new int[4];
  private int waits;
  private int[] waiter = new int[4];
  private int[] waitedFor = new int[4];

  GoalRank() {}

  int add(Kind what, long newAmount, int newPeer, int newTag, int newCpu) {
    if (size == kind.length) {
      int longer = size * 2;
      kind = Arrays.copyOf(kind, longer);
      amount = Arrays.copyOf(amount, longer);
      peer = Arrays.copyOf(peer, longer);
      tag = Arrays.copyOf(tag, longer);
      cpu = Arrays.copyOf(cpu, longer);
    }
    kind[size] = (byte) what.ordinal();
    amount[size] = newAmount;
    peer[size] = newPeer;
    tag[size] = newTag;
    cpu[size] = newCpu;
    return size++;
  }

  /**
   * @param atStart whether it is enough that the other has started
   */
  void addWait(int task, int forTask, boolean atStart) {
    if (waits == waiter.length) {
      waiter = Arrays.copyOf(waiter, waits * 2);
      waitedFor = Arrays.copyOf(waitedFor, waits * 2);
    }
    waiter[waits] = task;
    waitedFor[waits++] = atStart ? ~forTask : forTask;
  }

  /** Tasks of the rank. */
  public int size() {
    return size;
  }

  public Kind kind(int task) {
    return KINDS[kind[task]];
  }

  /** Bytes of a message, or time of a computation in the schedule's unit (nanoseconds). */
  public long amount(int task) {
    return amount[task];
  }

  /** The other rank of a message, or {@link #ANY}. */
  public int peer(int task) {
    return peer[task];
  }

  /** Tag of a message, or {@link #ANY}. */
  public int tag(int task) {
    return tag[task];
  }

  /** Processor on which the task is; tasks of one processor do not overlap. */
  public int cpu(int task) {
    return cpu[task];
  }

  /** How many pairs of tasks wait for each other. */
  public int waits() {
    return waits;
  }

  /** The task that waits. */
  public int waiter(int wait) {
    return waiter[wait];
  }

  /** The task that it waits for. */
  public int waitedFor(int wait) {
    return waitedFor[wait] < 0 ? ~waitedFor[wait] : waitedFor[wait];
  }

  /** Whether it waits for the start of that task only, not for its end. */
  public boolean waitsForStart(int wait) {
    return waitedFor[wait] < 0;
  }
}
