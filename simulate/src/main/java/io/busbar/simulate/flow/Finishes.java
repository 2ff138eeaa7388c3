package io.busbar.simulate.flow;

import java.util.Arrays;

/**
 * When each busy connection's message ends, the earliest first. A heap of four children that knows
 * where each connection is, so that a new rate moves an entry and leaves nothing behind.
 */
final class Finishes {
  private static final int ABSENT = -1;

  private long[] timePs = new long[64];
  private int[] id = new int[64];
  private int[] place = new int[64];
  private int known;
  private int size;

  /** Makes room for connections up to this number. */
  void room(int connections) {
    if (connections > place.length) {
      int longer = Math.max(connections, place.length + (place.length >> 1));
      timePs = Arrays.copyOf(timePs, longer);
      id = Arrays.copyOf(id, longer);
      place = Arrays.copyOf(place, longer);
    }
    for (; known < connections; known++) {
      place[known] = ABSENT;
    }
  }

  /** The earliest end, {@link Long#MAX_VALUE} when there is none. */
  long firstPs() {
    return size == 0 ? Long.MAX_VALUE : timePs[0];
  }

  /** Takes out the connection whose message ends first. */
  int poll() {
    int first = id[0];
    remove(first);
    return first;
  }

  /** Sets when a connection's message ends. */
  void set(int connection, long endPs) {
    int at = place[connection];
    if (at == ABSENT) {
      siftUp(size++, endPs, connection);
    } else if (endPs < timePs[at]) {
      siftUp(at, endPs, connection);
    } else if (endPs > timePs[at]) {
      siftDown(at, endPs, connection);
    }
  }

  /** Forgets a connection; one without an end is left as it is. */
  void remove(int connection) {
    int at = place[connection];
    if (at == ABSENT) {
      return;
    }
    place[connection] = ABSENT;
    size--;
    if (at == size) {
      return;
    }
    long moved = timePs[size];
    if (at > 0 && moved < timePs[(at - 1) >>> 2]) {
      siftUp(at, moved, id[size]);
    } else {
      siftDown(at, moved, id[size]);
    }
  }

  private void siftUp(int from, long endPs, int connection) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) >>> 2;
      if (timePs[parent] <= endPs) {
        break;
      }
      put(at, timePs[parent], id[parent]);
      at = parent;
    }
    put(at, endPs, connection);
  }

  private void siftDown(int from, long endPs, int connection) {
    int at = from;
    int child = 4 * at + 1;
    while (child < size) {
      int least = child;
      for (int other = child + 1; other < Math.min(child + 4, size); other++) {
        least = timePs[other] < timePs[least] ? other : least;
      }
      if (timePs[least] >= endPs) {
        break;
      }
      put(at, timePs[least], id[least]);
      at = least;
      child = 4 * at + 1;
    }
    put(at, endPs, connection);
  }

  private void put(int at, long endPs, int connection) {
    timePs[at] = endPs;
    id[at] = connection;
    place[connection] = at;
  }
}
