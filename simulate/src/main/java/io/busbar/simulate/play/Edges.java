package io.busbar.simulate.play;

import java.util.Arrays;

/**
 * Who sends to whom on which channel: made when a step first needs it, found by hash afterwards. An
 * edge counts messages that wait at its receiver, and the sender's free slots. What a message
 * touches lies together, as in {@link Lanes}.
 */
final class Edges {
  private static final int NONE = -1;

  private static final int CONNECTION = 0;
  private static final int CREDIT_CONNECTION = 1;
  private static final int SENDER = 2;
  private static final int RECEIVER = 3;
  private static final int WAITING = 4;
  private static final int SLOTS = 5;
  private static final int NEXT_UNGRANTED = 6;
  private static final int UNDER_WAY = 7;

  private static final int MESSAGES = 0;
  private static final int BYTES = 1;
  private static final int BUSY_PS = 2;
  private static final int KEY = 3;

  /** Rows of ints are of 2^this. */
  private static final int ROW = 3;

  /** Rows of longs are of 2^this. */
  private static final int LONG_ROW = 2;

  private int[] ints = new int[64 << ROW];
  private long[] longs = new long[64 << LONG_ROW];
  private int[] ungrantedOf = new int[0];

  /** Of edges that come from another part of the network: when the last message arrived. */
  private long[] deliveredPs = new long[0];

  private int[] table = new int[128];
  private int count;

  Edges() {
    Arrays.fill(table, NONE);
  }

  int count() {
    return count;
  }

  /** The edge of a key, or −1. */
  int find(long wanted) {
    int mask = table.length - 1;
    for (int at = slot(wanted, mask); table[at] != NONE; at = (at + 1) & mask) {
      if (key(table[at]) == wanted) {
        return table[at];
      }
    }
    return NONE;
  }

  int add(long newKey, int senderLane, int receiverLane) {
    if (count << ROW == ints.length) {
      ints = Arrays.copyOf(ints, ints.length * 2);
      longs = Arrays.copyOf(longs, longs.length * 2);
    }
    int edge = count++;
    longs[(edge << LONG_ROW) + KEY] = newKey;
    ints[(edge << ROW) + CONNECTION] = NONE;
    ints[(edge << ROW) + CREDIT_CONNECTION] = NONE;
    ints[(edge << ROW) + SENDER] = senderLane;
    ints[(edge << ROW) + RECEIVER] = receiverLane;
    if (2 * count > table.length) {
      table = new int[table.length * 2];
      Arrays.fill(table, NONE);
      for (int e = 0; e < edge; e++) {
        enter(e);
      }
    }
    enter(edge);
    return edge;
  }

  private void enter(int edge) {
    int mask = table.length - 1;
    int at = slot(key(edge), mask);
    while (table[at] != NONE) {
      at = (at + 1) & mask;
    }
    table[at] = edge;
  }

  private static int slot(long key, int mask) {
    return (int) (key * 0x9E3779B97F4A7C15L >>> 33) & mask;
  }

  /** What identifies an edge. */
  long key(int edge) {
    return longs[(edge << LONG_ROW) + KEY];
  }

  /** The receiver has not entered the operation yet; it grants its slots when it does. */
  void addUngranted(int edge) {
    int lane = receiver(edge);
    if (lane >= ungrantedOf.length) {
      int before = ungrantedOf.length;
      ungrantedOf = Arrays.copyOf(ungrantedOf, lane + (lane >> 1) + 1);
      Arrays.fill(ungrantedOf, before, ungrantedOf.length, NONE);
    }
    ints[(edge << ROW) + NEXT_UNGRANTED] = ungrantedOf[lane];
    ungrantedOf[lane] = edge;
  }

  /** Takes out an edge whose slots a receiver has not granted yet; −1 when none is left. */
  int takeUngranted(int lane) {
    if (lane >= ungrantedOf.length || ungrantedOf[lane] == NONE) {
      return NONE;
    }
    int edge = ungrantedOf[lane];
    ungrantedOf[lane] = ints[(edge << ROW) + NEXT_UNGRANTED];
    return edge;
  }

  void connect(int edge, int data) {
    ints[(edge << ROW) + CONNECTION] = data;
  }

  void connectCredit(int edge, int credit) {
    ints[(edge << ROW) + CREDIT_CONNECTION] = credit;
  }

  int connection(int edge) {
    return ints[(edge << ROW) + CONNECTION];
  }

  int creditConnection(int edge) {
    return ints[(edge << ROW) + CREDIT_CONNECTION];
  }

  /** The stream that sends is known when it comes to its first step there. */
  void sender(int edge, int lane) {
    ints[(edge << ROW) + SENDER] = lane;
  }

  /** The same of the stream that receives. */
  void receiver(int edge, int lane) {
    ints[(edge << ROW) + RECEIVER] = lane;
  }

  /** The lane that sends. */
  int sender(int edge) {
    return ints[(edge << ROW) + SENDER];
  }

  /** The lane that receives. */
  int receiver(int edge) {
    return ints[(edge << ROW) + RECEIVER];
  }

  boolean hasMessage(int edge) {
    return ints[(edge << ROW) + WAITING] > 0;
  }

  void takeMessage(int edge) {
    ints[(edge << ROW) + WAITING]--;
  }

  boolean hasSlot(int edge) {
    return ints[(edge << ROW) + SLOTS] > 0;
  }

  void giveSlots(int edge, int more) {
    ints[(edge << ROW) + SLOTS] += more;
  }

  /** A message leaves the lane now and takes a slot if they are counted. */
  void handOver(int edge, long messageBytes, int taken, long nowPs) {
    ints[(edge << ROW) + SLOTS] -= taken;
    int row = edge << LONG_ROW;
    longs[row + MESSAGES]++;
    longs[row + BYTES] += messageBytes;
    if (ints[(edge << ROW) + UNDER_WAY]++ == 0) {
      longs[row + BUSY_PS] -= nowPs;
    }
  }

  void deliver(int edge, long nowPs) {
    ints[(edge << ROW) + WAITING]++;
    if (--ints[(edge << ROW) + UNDER_WAY] == 0) {
      longs[(edge << LONG_ROW) + BUSY_PS] += nowPs;
    }
  }

  /** A message leaves the lane for another part of the network. */
  void handOverFar(int edge, long messageBytes, int taken) {
    ints[(edge << ROW) + SLOTS] -= taken;
    longs[(edge << LONG_ROW) + MESSAGES]++;
    longs[(edge << LONG_ROW) + BYTES] += messageBytes;
  }

  /**
   * A message from another part is there. Messages arrive in their order, so the edge was busy with
   * it since it was handed over, or since the one before it arrived.
   */
  void deliverFar(int edge, long handedOverPs, long nowPs) {
    ints[(edge << ROW) + WAITING]++;
    if (edge >= deliveredPs.length) {
      deliveredPs = Arrays.copyOf(deliveredPs, Math.max(64, 2 * edge));
    }
    longs[(edge << LONG_ROW) + BUSY_PS] += nowPs - Math.max(handedOverPs, deliveredPs[edge]);
    deliveredPs[edge] = nowPs;
  }

  /** Adds what another part of the network knows of edges: those there, or an end of them. */
  void include(Edges part) {
    for (int theirs = 0; theirs < part.count; theirs++) {
      int edge = find(part.key(theirs));
      if (edge == NONE) {
        edge = add(part.key(theirs), part.sender(theirs), part.receiver(theirs));
      }
      int row = edge << LONG_ROW;
      int its = theirs << LONG_ROW;
      longs[row + MESSAGES] += part.longs[its + MESSAGES];
      longs[row + BYTES] += part.longs[its + BYTES];
      longs[row + BUSY_PS] += part.longs[its + BUSY_PS];
      ints[(edge << ROW) + UNDER_WAY] += part.ints[(theirs << ROW) + UNDER_WAY];
    }
  }

  long messages(int edge) {
    return longs[(edge << LONG_ROW) + MESSAGES];
  }

  long bytes(int edge) {
    return longs[(edge << LONG_ROW) + BYTES];
  }

  /** Time in which at least one message was under way, picoseconds. */
  long busyPs(int edge, long nowPs) {
    boolean busy = ints[(edge << ROW) + UNDER_WAY] > 0;
    return longs[(edge << LONG_ROW) + BUSY_PS] + (busy ? nowPs : 0);
  }
}
