package io.busbar.simulate.event;

import java.util.Arrays;

/**
 * Pending events in order of (time, id); each id has at most one. A wheel of buckets holds the near
 * future, a heap the rest; a bucket is sorted when its turn comes. Both schedule and next take
 * constant time while buckets hold few events (calendar queue, R. Brown, CACM 1988). One owner.
 */
public final class EventWheel {
  /** Told of the events of a bucket when its turn comes, before the first of them is taken. */
  @FunctionalInterface
  public interface Upcoming {
    /**
     * Keys in order; their lower halves are the ids.
     *
     * @param from the first of them
     * @param to behind the last
     */
    void soon(long[] keys, int from, int to);
  }

  private static final int NONE = -1;

  /** Buckets that an event may lie before the one whose turn it is; times there fit the keys. */
  private static final int MOST_BEFORE = 64;

  private final Upcoming upcoming;
  private final int widthShift;
  private final int mask;
  private final int[] bucketHead;
  private final long[] occupied;
  private final TimeHeap far = new TimeHeap();

  /** In a bucket: time after its start, next id in it. */
  private long[] entry;

  private long[] ready = new long[64];
  private int readyFrom;
  private int readyTo;
  private long slot;
  private int inWheel;
  private long now;

  /**
   * @param ids events have ids [0, ids)
   * @param widthShift a bucket spans 2^widthShift picoseconds, at most 2^30
   * @param bucketShift there are 2^bucketShift buckets
   */
  public EventWheel(int ids, int widthShift, int bucketShift) {
    this(ids, widthShift, bucketShift, (keys, from, to) -> {});
  }

  /** Likewise, with somebody who is told what comes next. */
  public EventWheel(int ids, int widthShift, int bucketShift, Upcoming upcoming) {
    this.upcoming = upcoming;
    this.widthShift = widthShift;
    int buckets = 1 << Math.max(6, bucketShift);
    mask = buckets - 1;
    bucketHead = new int[buckets];
    Arrays.fill(bucketHead, NONE);
    occupied = new long[buckets >> 6];
    entry = new long[ids];
  }

  /** Room for more ids. */
  public void grow(int ids) {
    if (ids > entry.length) {
      entry = Arrays.copyOf(entry, Math.max(ids, entry.length * 2));
    }
  }

  /** Time of the event last taken. */
  public long now() {
    return now;
  }

  /** Adds an event. The id must have none pending, and the time must not be past. */
  public void schedule(int id, long timePs) {
    long at = timePs >> widthShift;
    if (at < slot - MOST_BEFORE) {
      goBack(at);
    }
    if (at <= slot) {
      insertReady(timePs, id);
    } else if (at - slot <= mask) {
      int bucket = (int) at & mask;
      entry[id] = (timePs - (at << widthShift)) << 32 | (bucketHead[bucket] & 0xffff_ffffL);
      bucketHead[bucket] = id;
      occupied[bucket >> 6] |= 1L << bucket;
      inWheel++;
    } else {
      far.add(timePs, id);
    }
  }

  /** Time of the next event; {@code Long.MAX_VALUE} when there is none. */
  public long nextTime() {
    if (readyFrom == readyTo && !fill()) {
      return Long.MAX_VALUE;
    }
    return (slot << widthShift) + (ready[readyFrom] >> 32);
  }

  /** Its id. Only after {@link #nextTime} found one. */
  public int nextId() {
    return (int) ready[readyFrom];
  }

  /** Takes the next event, whose time becomes now. Only after {@link #nextTime} found one. */
  public int take() {
    long key = ready[readyFrom++];
    now = (slot << widthShift) + (key >> 32);
    return (int) key;
  }

  /** Lets time pass without an event; none may be due before. */
  public void idleUntil(long timePs) {
    now = timePs;
  }

  /**
   * The next event was far away when somebody looked, and now there is one long before it: all that
   * is pending waits in the heap, and the wheel starts anew.
   */
  private void goBack(long at) {
    while (readyFrom < readyTo) {
      long key = ready[readyFrom++];
      far.add((slot << widthShift) + (key >> 32), (int) key);
    }
    while (inWheel > 0) {
      slot = nextOccupied();
      readyFrom = 0;
      readyTo = 0;
      drain((int) slot & mask);
      for (int i = 0; i < readyTo; i++) {
        far.add((slot << widthShift) + (ready[i] >> 32), (int) ready[i]);
      }
    }
    readyFrom = 0;
    readyTo = 0;
    slot = at;
  }

  private void insertReady(long timePs, int id) {
    long key = key(timePs, id);
    if (readyFrom == readyTo) {
      readyFrom = 0;
      readyTo = 0;
    } else if (readyTo == ready.length) {
      makeRoom();
    }
    int place = readyTo++;
    while (place > readyFrom && ready[place - 1] > key) {
      ready[place] = ready[place - 1];
      place--;
    }
    ready[place] = key;
  }

  private void makeRoom() {
    int count = readyTo - readyFrom;
    long[] target = count > ready.length / 2 ? new long[ready.length * 2] : ready;
    System.arraycopy(ready, readyFrom, target, 0, count);
    ready = target;
    readyFrom = 0;
    readyTo = count;
  }

  private boolean fill() {
    long near = inWheel == 0 ? Long.MAX_VALUE : nextOccupied();
    long distant = far.isEmpty() ? Long.MAX_VALUE : far.time() >> widthShift;
    slot = Math.min(near, distant);
    if (slot == Long.MAX_VALUE) {
      slot = now >> widthShift;
      return false;
    }
    readyFrom = 0;
    readyTo = 0;
    while (!far.isEmpty() && far.time() >> widthShift == slot) {
      append(far.time(), far.id());
      far.remove();
    }
    if (near == slot) {
      drain((int) slot & mask);
    }
    Sort.sort(ready, 0, readyTo);
    upcoming.soon(ready, 0, readyTo);
    return true;
  }

  private void drain(int bucket) {
    int id = bucketHead[bucket];
    bucketHead[bucket] = NONE;
    occupied[bucket >> 6] &= ~(1L << bucket);
    while (id != NONE) {
      long word = entry[id];
      append((slot << widthShift) + (word >>> 32), id);
      inWheel--;
      id = (int) word;
    }
  }

  private void append(long timePs, int id) {
    if (readyTo == ready.length) {
      makeRoom();
    }
    ready[readyTo++] = key(timePs, id);
  }

  private long key(long timePs, int id) {
    return (timePs - (slot << widthShift)) << 32 | id;
  }

  private long nextOccupied() {
    int bucket = (int) (slot + 1) & mask;
    int word = bucket >> 6;
    long bits = occupied[word] & -1L << bucket;
    while (bits == 0) {
      word = word + 1 & occupied.length - 1;
      bits = occupied[word];
    }
    int found = (word << 6) + Long.numberOfTrailingZeros(bits);
    return slot + 1 + (found - bucket & mask);
  }
}
