package io.busbar.simulate.event;

import java.util.Arrays;

/** A heap of (time, payload), smallest time first, then smallest payload. One owner. */
public final class TimeHeap {
  private static final int ARITY = 4;

  private long[] times = new long[64];
  private int[] ids = new int[64];
  private int size;

  public boolean isEmpty() {
    return size == 0;
  }

  /** The smallest time; only when not empty. */
  public long time() {
    return times[0];
  }

  /** Its id. */
  public int id() {
    return ids[0];
  }

  public void add(long timePs, int id) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      ids = Arrays.copyOf(ids, size * 2);
    }
    int place = size++;
    while (place > 0) {
      int parent = (place - 1) / ARITY;
      if (!before(timePs, id, parent)) {
        break;
      }
      times[place] = times[parent];
      ids[place] = ids[parent];
      place = parent;
    }
    times[place] = timePs;
    ids[place] = id;
  }

  /** Removes the smallest. */
  public void remove() {
    size--;
    long time = times[size];
    int id = ids[size];
    int place = 0;
    for (int child = smallestChild(0);
        child < size && !before(time, id, child);
        child = smallestChild(place)) {
      times[place] = times[child];
      ids[place] = ids[child];
      place = child;
    }
    times[place] = time;
    ids[place] = id;
  }

  private int smallestChild(int parent) {
    int first = parent * ARITY + 1;
    int best = first;
    for (int child = first + 1; child < Math.min(first + ARITY, size); child++) {
      if (before(times[child], ids[child], best)) {
        best = child;
      }
    }
    return best;
  }

  private boolean before(long time, int id, int place) {
    return time != times[place] ? time < times[place] : id < ids[place];
  }
}
