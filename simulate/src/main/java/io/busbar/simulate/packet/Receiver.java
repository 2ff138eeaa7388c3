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

  /** Queue pairs of the region from which the packet at hand comes, and its pair as it names it. */
  private QueuePairs pairs;

  private int abroad;
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

  private int[] freeRows = new int[0];
  private int freeCount;
  private long handedOverPs;

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

  /** When the message that is being delivered was handed over. */
  long handedOverPs() {
    return handedOverPs;
  }

  /** A data packet is wholly in. */
  void data(int packet) {
    abroad = core.packets.queuePair(packet);
    pairs = core.pairsOf(abroad);
    int pair = core.pairAtHome(abroad);
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
    return selective ? pairs.row[pair] : NONE;
  }

  /** A sender says what it has; its receiver tells what is granted already, and grants more. */
  void asked(int number, int posted) {
    abroad = number;
    pairs = core.pairsOf(number);
    int pair = core.pairAtHome(number);
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
    while (selective && pairs.row[pair] != NONE && takeEarly(pair, pairs.expected[pair])) {
      complete |= advance(pair);
    }
    if (complete || pairs.unacknowledged[pair] >= ackEvery) {
      pairs.unacknowledged[pair] = 0;
      reply(Packets.ACK, pair, pairs.expected[pair]);
    }
    if (selective && pairs.row[pair] != NONE && pairs.highest[pair] < pairs.expected[pair]) {
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
    handedOverPs = core.messages.postedPs(message);
    long token = core.messages.token(message);
    if (pairs != core.pairs) {
      core.messages.release(message);
    }
    transport.listener().delivered(token);
    return true;
  }

  private void early(int pair, int sequence) {
    if (sequence >= pairs.expected[pair] + WINDOW) {
      return;
    }
    if (pairs.row[pair] == NONE) {
      takeRow(pair);
    }
    int bit = sequence % WINDOW;
    pairs.waiting[pair] += isEarly(pair, sequence) ? 0 : 1;
    early[pairs.row[pair] * WINDOW_WORDS + (bit >> 6)] |= 1L << bit;
    pairs.highest[pair] = Math.max(pairs.highest[pair], sequence);
    int from = Math.max(pairs.reported[pair], pairs.expected[pair]);
    for (int missing = from; missing < sequence - reorder; missing++) {
      if (!isEarly(pair, missing)) {
        reply(Packets.NACK, pair, missing);
      }
      pairs.reported[pair] = missing + 1;
    }
    if (window != null) {
      reply(Packets.ACK, pair, pairs.expected[pair]);
    }
  }

  private boolean isEarly(int pair, int sequence) {
    int bit = sequence % WINDOW;
    return (early[pairs.row[pair] * WINDOW_WORDS + (bit >> 6)] >>> bit & 1) != 0;
  }

  private boolean takeEarly(int pair, int sequence) {
    if (!isEarly(pair, sequence)) {
      return false;
    }
    int bit = sequence % WINDOW;
    early[pairs.row[pair] * WINDOW_WORDS + (bit >> 6)] &= ~(1L << bit);
    pairs.waiting[pair]--;
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
    pairs.row[pair] = freeRows[--freeCount];
  }

  private void freeRow(int pair) {
    freeRows[freeCount++] = pairs.row[pair];
    pairs.row[pair] = NONE;
  }

  private void reply(int kind, int pair, int sequence) {
    int port = pairs.backPort[pair];
    int packet = core.packets.take(kind, core.controlClass, controlBytes);
    int to = core.pairLike(abroad, pair);
    core.packets.set(packet, to, sequence, pairs.backAddress[pair], ~pairs.hash[pair]);
    if (window != null && kind == Packets.ACK) {
      window.signals.echo(packet, sequence + (selective ? pairs.waiting[pair] : 0));
    }
    core.ports.enqueue(port, core.controlClass, packet);
    transmitter.kick(port);
  }
}
