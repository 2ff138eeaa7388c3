package io.busbar.simulate.clock;

import java.util.Arrays;

/**
 * What waits at the places where only one message goes at a time: each connection first in, first
 * out, and the connections of a place in turn, message by message. Entries are reused; arrays only
 * grow.
 */
public final class Turns {
  private static final int NONE = -1;

  /** By place: the connection whose turn comes last; the first one follows it. */
  private int[] lastOf = new int[0];

  private int[] placeOf = new int[64];
  private int[] nextConnection = new int[64];
  private int[] head = new int[64];
  private int[] tail = new int[64];
  private int connections;

  private int[] next = new int[256];
  private long[] bytes = new long[256];
  private long[] token = new long[256];
  private int free = NONE;
  private int used;

  private int takenConnection;
  private long takenBytes;
  private long takenToken;

  /** The next connection, numbered from 0, waits at a place. */
  public void addConnection(int place) {
    if (connections == head.length) {
      int longer = connections + (connections >> 1);
      head = Arrays.copyOf(head, longer);
      tail = Arrays.copyOf(tail, longer);
      placeOf = Arrays.copyOf(placeOf, longer);
      nextConnection = Arrays.copyOf(nextConnection, longer);
    }
    if (place >= lastOf.length) {
      int before = lastOf.length;
      lastOf = Arrays.copyOf(lastOf, Math.max(64, place + (place >> 1) + 1));
      Arrays.fill(lastOf, before, lastOf.length, NONE);
    }
    placeOf[connections] = place;
    head[connections++] = NONE;
  }

  public boolean isEmpty(int place) {
    return lastOf[place] == NONE;
  }

  /** A message waits. */
  public void add(int connection, long newBytes, long newToken) {
    int entry = entry();
    bytes[entry] = newBytes;
    token[entry] = newToken;
    next[entry] = NONE;
    if (head[connection] == NONE) {
      head[connection] = entry;
      enterLast(connection);
    } else {
      next[tail[connection]] = entry;
    }
    tail[connection] = entry;
  }

  private int entry() {
    if (free != NONE) {
      int entry = free;
      free = next[entry];
      return entry;
    }
    if (used == next.length) {
      int longer = used + (used >> 1);
      next = Arrays.copyOf(next, longer);
      bytes = Arrays.copyOf(bytes, longer);
      token = Arrays.copyOf(token, longer);
    }
    return used++;
  }

  private void enterLast(int connection) {
    int place = placeOf[connection];
    int last = lastOf[place];
    if (last == NONE) {
      nextConnection[connection] = connection;
    } else {
      nextConnection[connection] = nextConnection[last];
      nextConnection[last] = connection;
    }
    lastOf[place] = connection;
  }

  /** Takes out the message whose turn it is; its parts are {@link #connection} and so on. */
  public void take(int place) {
    int last = lastOf[place];
    int connection = nextConnection[last];
    int entry = head[connection];
    takenConnection = connection;
    takenBytes = bytes[entry];
    takenToken = token[entry];
    head[connection] = next[entry];
    next[entry] = free;
    free = entry;
    if (head[connection] != NONE) {
      lastOf[place] = connection;
    } else if (connection == last) {
      lastOf[place] = NONE;
    } else {
      nextConnection[last] = nextConnection[connection];
    }
  }

  public int connection() {
    return takenConnection;
  }

  public long bytes() {
    return takenBytes;
  }

  public long token() {
    return takenToken;
  }
}
