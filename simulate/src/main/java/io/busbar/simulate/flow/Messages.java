package io.busbar.simulate.flow;

import java.util.Arrays;

/** What waits on each connection, first in, first out. Entries are reused; arrays only grow. */
final class Messages {
  private static final int NONE = -1;

  private int[] head = new int[64];
  private int[] tail = new int[64];
  private int connections;

  private int[] next = new int[256];
  private long[] bytes = new long[256];
  private long[] token = new long[256];
  private int free = NONE;
  private int used;

  void addConnection() {
    if (connections == head.length) {
      int longer = connections + (connections >> 1);
      head = Arrays.copyOf(head, longer);
      tail = Arrays.copyOf(tail, longer);
    }
    head[connections++] = NONE;
  }

  boolean isEmpty(int connection) {
    return head[connection] == NONE;
  }

  long headBytes(int connection) {
    return bytes[head[connection]];
  }

  long headToken(int connection) {
    return token[head[connection]];
  }

  void add(int connection, long newBytes, long newToken) {
    int entry = free;
    if (entry == NONE) {
      if (used == next.length) {
        int longer = used + (used >> 1);
        next = Arrays.copyOf(next, longer);
        bytes = Arrays.copyOf(bytes, longer);
        token = Arrays.copyOf(token, longer);
      }
      entry = used++;
    } else {
      free = next[entry];
    }
    bytes[entry] = newBytes;
    token[entry] = newToken;
    next[entry] = NONE;
    if (head[connection] == NONE) {
      head[connection] = entry;
    } else {
      next[tail[connection]] = entry;
    }
    tail[connection] = entry;
  }

  void removeHead(int connection) {
    int entry = head[connection];
    head[connection] = next[entry];
    next[entry] = free;
    free = entry;
  }
}
