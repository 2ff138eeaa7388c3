package io.busbar.simulate.packet;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The receiver's end of queue pairs: order, delivery, acknowledgements, notifications (DCQCN's CNP,
 * InfiniBand's BECN). With selective recovery it remembers what came early in a window of bits.
 */
final class Receiver {
  private static final int NONE = QueuePairs.NONE;

  /** Packets ahead of the expected one that are kept. */
  static final int WINDOW = 4096;

  private static final int WINDOW_WORDS = WINDOW / 64;

  private final Core core;
  private final QueuePairs pairs;
  private final Transport transport;
  private final Transmitter transmitter;
  private final int ackEvery;
  private final int mtu;
  private final int reorder;
  private final boolean selective;
  private final boolean notifies;
  private final long notifyPs;
  private final int controlBytes;
  private final @Nullable WindowControl window;

  /** With selective recovery: rows of bits of queue pairs that something came early for. */
  private long[] early = new long[0];

  private int[] row = new int[0];
  private int[] highest = new int[0];
  private int[] reported = new int[0];

  /** Packets that came early and wait for those before them. */
  private int[] waiting = new int[0];

  private int[] freeRows = new int[0];
  private int freeCount;

  Receiver(Core core, RateControl rates, Transport transport, Transmitter transmitter) {
    this.core = core;
    this.transport = transport;
    this.transmitter = transmitter;
    pairs = core.pairs;
    TransportSettings settings = core.settings.transport();
    ackEvery = settings.ackEvery();
    reorder = settings.reorderPackets();
    selective = settings.recovery() == TransportSettings.Recovery.SELECTIVE;
    mtu = core.settings.wire().mtuBytes();
    boolean table = core.settings.table().on();
    notifies = table || core.settings.rate().on();
    notifyPs = table ? core.settings.table().notifyPs() : core.settings.rate().notifyPs();
    controlBytes = core.settings.wire().controlBytes();
    window = rates instanceof WindowControl bound ? bound : null;
  }

  /** Room for one more queue pair. */
  void add(int pair) {
    if (selective && pair >= row.length) {
      int from = row.length;
      int size = Math.max(64, from * 2);
      row = Arrays.copyOf(row, size);
      highest = Arrays.copyOf(highest, size);
      reported = Arrays.copyOf(reported, size);
      waiting = Arrays.copyOf(waiting, size);
      Arrays.fill(row, from, size, NONE);
      Arrays.fill(highest, from, size, -1);
    }
  }

  /** A data packet is wholly in. */
  void data(int packet) {
    int pair = core.packets.queuePair(packet);
    int sequence = core.packets.sequence(packet);
    boolean marked = core.packets.marked(packet);
    if (window != null) {
      window.signals.hold(packet);
    }
    core.packets.release(packet);
    if (pairs.state[pair] == QueuePairs.BROKEN) {
      return;
    }
    if (marked && notifies) {
      congestion(pair);
    }
    int expected = pairs.expected[pair];
    if (window != null) {
      window.arrived(pair, window.signals.heldPosted(), fresh(pair, sequence));
    }
    if (sequence == expected) {
      inOrder(pair);
    } else if (sequence < expected) {
      reply(Packets.ACK, pair, expected);
    } else if (selective) {
      early(pair, sequence);
    } else if (!pairs.gapReported[pair]) {
      pairs.gapReported[pair] = true;
      pairs.unacknowledged[pair] = 0;
      reply(Packets.NACK, pair, expected);
    }
    if (window != null) {
      grant(pair);
    }
  }

  private boolean fresh(int pair, int sequence) {
    int expected = pairs.expected[pair];
    boolean kept = sequence < expected + WINDOW && (row(pair) == NONE || !isEarly(pair, sequence));
    return sequence == expected || (selective && sequence > expected && kept);
  }

  private int row(int pair) {
    return selective ? row[pair] : NONE;
  }

  /** A sender says what it has; its receiver tells what is granted already, and grants more. */
  void asked(int pair, int posted) {
    if (window != null) {
      window.arrived(pair, posted, false);
      reply(Packets.GRANT, pair, window.grantedBelow(pair));
      grant(pair);
    }
  }

  private void grant(int pair) {
    if (window == null) {
      return;
    }
    int to = window.nextGrant(pair);
    while (to != NONE) {
      reply(Packets.GRANT, to, window.grantedBelow(to));
      to = window.nextGrant(pair);
    }
  }

  private void congestion(int pair) {
    long now = core.events.now();
    if (now - pairs.notifiedPs[pair] >= notifyPs) {
      pairs.notifiedPs[pair] = now;
      core.counters.notifications++;
      reply(Packets.CNP, pair, 0);
    }
  }

  private void inOrder(int pair) {
    pairs.gapReported[pair] = false;
    boolean complete = advance(pair);
    while (selective && row[pair] != NONE && takeEarly(pair, pairs.expected[pair])) {
      complete |= advance(pair);
    }
    if (complete || pairs.unacknowledged[pair] >= ackEvery) {
      pairs.unacknowledged[pair] = 0;
      reply(Packets.ACK, pair, pairs.expected[pair]);
    }
    if (selective && row[pair] != NONE && highest[pair] < pairs.expected[pair]) {
      freeRow(pair);
    }
  }

  /** Accepts the expected packet; true when it completes a message, which is delivered. */
  private boolean advance(int pair) {
    int sequence = pairs.expected[pair]++;
    int message = pairs.delivering[pair];
    pairs.unacknowledged[pair]++;
    core.counters.deliveredBytes += core.messages.payload(message, sequence, mtu);
    if (sequence < core.messages.last(message)) {
      return false;
    }
    pairs.delivering[pair] = core.messages.next(message);
    transport.listener().delivered(core.messages.token(message));
    return true;
  }

  private void early(int pair, int sequence) {
    if (sequence >= pairs.expected[pair] + WINDOW) {
      return;
    }
    if (row[pair] == NONE) {
      takeRow(pair);
    }
    int bit = sequence % WINDOW;
    waiting[pair] += isEarly(pair, sequence) ? 0 : 1;
    early[row[pair] * WINDOW_WORDS + (bit >> 6)] |= 1L << bit;
    highest[pair] = Math.max(highest[pair], sequence);
    int from = Math.max(reported[pair], pairs.expected[pair]);
    for (int missing = from; missing < sequence - reorder; missing++) {
      if (!isEarly(pair, missing)) {
        reply(Packets.NACK, pair, missing);
      }
      reported[pair] = missing + 1;
    }
    if (window != null) {
      reply(Packets.ACK, pair, pairs.expected[pair]);
    }
  }

  private boolean isEarly(int pair, int sequence) {
    int bit = sequence % WINDOW;
    return (early[row[pair] * WINDOW_WORDS + (bit >> 6)] >>> bit & 1) != 0;
  }

  private boolean takeEarly(int pair, int sequence) {
    if (!isEarly(pair, sequence)) {
      return false;
    }
    int bit = sequence % WINDOW;
    early[row[pair] * WINDOW_WORDS + (bit >> 6)] &= ~(1L << bit);
    waiting[pair]--;
    return true;
  }

  private void takeRow(int pair) {
    if (freeCount == 0) {
      int rows = early.length / WINDOW_WORDS;
      int size = Math.max(16, rows * 2);
      early = Arrays.copyOf(early, size * WINDOW_WORDS);
      freeRows = Arrays.copyOf(freeRows, size);
      for (int r = size - 1; r >= rows; r--) {
        freeRows[freeCount++] = r;
      }
    }
    row[pair] = freeRows[--freeCount];
  }

  private void freeRow(int pair) {
    freeRows[freeCount++] = row[pair];
    row[pair] = NONE;
  }

  private void reply(int kind, int pair, int sequence) {
    int port = pairs.backPort[pair];
    int packet = core.packets.take(kind, core.controlClass, controlBytes);
    core.packets.set(packet, pair, sequence, pairs.backAddress[pair], ~pairs.hash[pair]);
    if (window != null && kind == Packets.ACK) {
      window.signals.echo(packet, sequence + (selective ? waiting[pair] : 0));
    }
    core.ports.enqueue(port, core.controlClass, packet);
    transmitter.kick(port);
  }
}
