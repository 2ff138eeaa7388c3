package io.busbar.collective.verify;

import java.util.Arrays;

/**
 * What each connection of a channel carries in one pass, in chunks; times the bytes of a chunk
 * these are bytes. Edges are directed and counted from 0 in no particular order. Immutable.
 */
public final class Traffic {
  private final int[] from;
  private final int[] to;
  private final long[] chunks;
  private final long[] messages;
  private final long[] sent;
  private final long[] received;

  Traffic(int agents, Connections connections) {
    int edges = connections.size();
    from = new int[edges];
    to = new int[edges];
    chunks = new long[edges];
    messages = new long[edges];
    sent = new long[agents];
    received = new long[agents];
    for (int edge = 0; edge < edges; edge++) {
      from[edge] = connections.from(edge);
      to[edge] = connections.to(edge);
      chunks[edge] = connections.chunks(edge);
      messages[edge] = connections.messages(edge);
      sent[from[edge]] += chunks[edge];
      received[to[edge]] += chunks[edge];
    }
  }

  public int edges() {
    return from.length;
  }

  public int from(int edge) {
    return from[edge];
  }

  public int to(int edge) {
    return to[edge];
  }

  public long chunks(int edge) {
    return chunks[edge];
  }

  public long messages(int edge) {
    return messages[edge];
  }

  /** Chunks that an agent sends in all. */
  public long sent(int agent) {
    return sent[agent];
  }

  /** Chunks that an agent receives in all. */
  public long received(int agent) {
    return received[agent];
  }

  /** Chunks over all edges. */
  public long total() {
    return Arrays.stream(chunks).sum();
  }
}
