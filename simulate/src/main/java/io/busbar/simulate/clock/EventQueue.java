package io.busbar.simulate.clock;

import java.util.Arrays;

/**
 * Events in order of time, and of insertion at one time. Events of one time share a bucket, so that
 * a batch of equal times costs one heap operation; collectives are made of such batches. Primitive
 * arrays that only grow: no allocation once warm. Belongs to one simulation; not thread-safe.
 */
public final class EventQueue {
  private static final int NONE = -1;

  private int[] nextEvent = new int[64];
  private int[] what = new int[64];
  private long[] token = new long[64];
  private int freeEvent = NONE;
  private int usedEvents;

  private long[] time = new long[16];
  private int[] head = new int[16];
  private int[] tail = new int[16];
  private int freeBucket = NONE;
  private int usedBuckets;

  private int[] heap = new int[16];
  private int heapSize;
  private int[] table = new int[32];
  private int recent = NONE;
  private int size;

  private long currentTimePs;
  private int currentWhat;
  private long currentToken;

  public EventQueue() {
    Arrays.fill(table, NONE);
  }

  /** Events that wait. */
  public int size() {
    return size;
  }

  /** Time of the next event, {@link Long#MAX_VALUE} when none waits. */
  public long nextTimePs() {
    dropEmptyBucket();
    return heapSize == 0 ? Long.MAX_VALUE : time[heap[0]];
  }

  /** Adds an event; at one time, events come out in the order in which they were added. */
  public void add(long timePs, int what, long token) {
    int bucket = recent != NONE && time[recent] == timePs ? recent : bucketOf(timePs);
    recent = bucket;
    int event = freeEvent;
    if (event == NONE) {
      event = newEvent();
    } else {
      freeEvent = nextEvent[event];
    }
    this.what[event] = what;
    this.token[event] = token;
    nextEvent[event] = NONE;
    if (head[bucket] == NONE) {
      head[bucket] = event;
    } else {
      nextEvent[tail[bucket]] = event;
    }
    tail[bucket] = event;
    size++;
  }

  /** Takes the next event off the queue; false when none waits. */
  public boolean next() {
    dropEmptyBucket();
    if (heapSize == 0) {
      return false;
    }
    int bucket = heap[0];
    int event = head[bucket];
    head[bucket] = nextEvent[event];
    currentTimePs = time[bucket];
    currentWhat = what[event];
    currentToken = token[event];
    nextEvent[event] = freeEvent;
    freeEvent = event;
    size--;
    return true;
  }

  /** Time of the event taken last. */
  public long timePs() {
    return currentTimePs;
  }

  /** What the event taken last was added with. */
  public int what() {
    return currentWhat;
  }

  /** The token that the event taken last was added with. */
  public long token() {
    return currentToken;
  }

  private int newEvent() {
    if (usedEvents == what.length) {
      int longer = what.length * 2;
      nextEvent = Arrays.copyOf(nextEvent, longer);
      what = Arrays.copyOf(what, longer);
      token = Arrays.copyOf(token, longer);
    }
    return usedEvents++;
  }

  /**
   * A bucket stays at the head of the heap while its events are handled, for those may add more.
   */
  private void dropEmptyBucket() {
    while (heapSize > 0 && head[heap[0]] == NONE) {
      int bucket = heap[0];
      int moved = heap[--heapSize];
      if (heapSize > 0) {
        siftDown(moved);
      }
      forget(bucket);
      if (recent == bucket) {
        recent = NONE;
      }
      tail[bucket] = freeBucket;
      freeBucket = bucket;
    }
  }

  private int bucketOf(long timePs) {
    int mask = table.length - 1;
    int slot = slot(timePs, mask);
    while (table[slot] != NONE) {
      if (time[table[slot]] == timePs) {
        return table[slot];
      }
      slot = (slot + 1) & mask;
    }
    int bucket = newBucket(timePs);
    table[slot] = bucket;
    if (heapSize == heap.length) {
      heap = Arrays.copyOf(heap, heapSize * 2);
    }
    siftUp(heapSize++, bucket);
    if (heapSize * 2 > table.length) {
      rehash();
    }
    return bucket;
  }

  private int newBucket(long timePs) {
    int bucket = freeBucket;
    if (bucket == NONE) {
      if (usedBuckets == time.length) {
        int longer = time.length * 2;
        time = Arrays.copyOf(time, longer);
        head = Arrays.copyOf(head, longer);
        tail = Arrays.copyOf(tail, longer);
      }
      bucket = usedBuckets++;
    } else {
      freeBucket = tail[bucket];
    }
    time[bucket] = timePs;
    head[bucket] = NONE;
    tail[bucket] = NONE;
    return bucket;
  }

  private static int slot(long timePs, int mask) {
    long h = timePs * 0x9E3779B97F4A7C15L;
    return (int) (h >>> 40) & mask;
  }

  private void rehash() {
    table = new int[table.length * 2];
    Arrays.fill(table, NONE);
    int mask = table.length - 1;
    for (int i = 0; i < heapSize; i++) {
      int slot = slot(time[heap[i]], mask);
      while (table[slot] != NONE) {
        slot = (slot + 1) & mask;
      }
      table[slot] = heap[i];
    }
  }

  /** Takes a bucket out of the table and closes the gap, so that no marks of the dead pile up. */
  private void forget(int bucket) {
    int mask = table.length - 1;
    int gap = slot(time[bucket], mask);
    while (table[gap] != bucket) {
      gap = (gap + 1) & mask;
    }
    int probe = gap;
    while (true) {
      probe = (probe + 1) & mask;
      int other = table[probe];
      if (other == NONE) {
        break;
      }
      int home = slot(time[other], mask);
      if (((probe - home) & mask) >= ((probe - gap) & mask)) {
        table[gap] = other;
        gap = probe;
      }
    }
    table[gap] = NONE;
  }

  private void siftUp(int place, int bucket) {
    int at = place;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (time[heap[parent]] <= time[bucket]) {
        break;
      }
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = bucket;
  }

  private void siftDown(int bucket) {
    int at = 0;
    int child = 1;
    while (child < heapSize) {
      if (child + 1 < heapSize && time[heap[child + 1]] < time[heap[child]]) {
        child++;
      }
      if (time[heap[child]] >= time[bucket]) {
        break;
      }
      heap[at] = heap[child];
      at = child;
      child = 2 * at + 1;
    }
    heap[at] = bucket;
  }
}
