package io.busbar.collective.verify;

import java.util.Arrays;

/** The directed connections of a channel: bounded queues of messages, made when first used. */
final class Connections {
  private final int agents;
  private final int slots;
  private int size;
  private long[] keys = new long[64];
  private int[] ids = new int[64];
  private int[] from = new int[32];
  private int[] to = new int[32];
  private int[] head = new int[32];
  private int[] count = new int[32];
  private long[] chunks = new long[32];
  private long[] messages = new long[32];
  private int[] message;
  private int[] round;

  Connections(int agents, int slots) {
    this.agents = agents;
    this.slots = slots;
    message = new int[32 * slots];
    round = new int[32 * slots];
    Arrays.fill(keys, -1);
  }

  int size() {
    return size;
  }

  int from(int id) {
    return from[id];
  }

  int to(int id) {
    return to[id];
  }

  long chunks(int id) {
    return chunks[id];
  }

  long messages(int id) {
    return messages[id];
  }

  int find(int sender, int receiver) {
    long key = (long) sender * agents + receiver;
    int at = place(key);
    if (keys[at] == key) {
      return ids[at];
    }
    if (size == from.length) {
      grow();
      at = place(key);
    }
    from[size] = sender;
    to[size] = receiver;
    keys[at] = key;
    ids[at] = size;
    return size++;
  }

  private int place(long key) {
    int mask = keys.length - 1;
    int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (keys[at] >= 0 && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    int next = 2 * size;
    from = Arrays.copyOf(from, next);
    to = Arrays.copyOf(to, next);
    head = Arrays.copyOf(head, next);
    count = Arrays.copyOf(count, next);
    chunks = Arrays.copyOf(chunks, next);
    messages = Arrays.copyOf(messages, next);
    message = Arrays.copyOf(message, next * slots);
    round = Arrays.copyOf(round, next * slots);
    keys = new long[2 * next];
    ids = new int[2 * next];
    Arrays.fill(keys, -1);
    for (int id = 0; id < size; id++) {
      long key = (long) from[id] * agents + to[id];
      int at = place(key);
      keys[at] = key;
      ids[at] = id;
    }
  }

  boolean empty(int id) {
    return count[id] == 0;
  }

  boolean full(int id) {
    return count[id] == slots;
  }

  void put(int id, int handle, int atRound, int chunkCount) {
    int at = id * slots + (head[id] + count[id]) % slots;
    message[at] = handle;
    round[at] = atRound;
    count[id]++;
    messages[id]++;
    chunks[id] += chunkCount;
  }

  int first(int id) {
    return message[id * slots + head[id]];
  }

  int firstRound(int id) {
    return round[id * slots + head[id]];
  }

  void drop(int id) {
    head[id] = (head[id] + 1) % slots;
    count[id]--;
  }
}
