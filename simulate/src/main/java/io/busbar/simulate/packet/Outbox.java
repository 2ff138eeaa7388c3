package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * What a region has for another one: new queue pairs that end there, messages posted on them,
 * packets on links that lead there. Filled during one window and emptied in the next, in order.
 */
final class Outbox {
  private static final int PAIR = 0;
  private static final int MESSAGE = 1;
  private static final int PACKET = 2;
  private static final int KIND_SHIFT = 32;

  private long[] words = new long[256];
  private int end;
  private long earliestPs = Long.MAX_VALUE;

  /** When the first of its packets arrives; {@code Long.MAX_VALUE} without packets. */
  long earliestPs() {
    return earliestPs;
  }

  private int room(int count) {
    if (end + count > words.length) {
      words = Arrays.copyOf(words, Math.max(2 * words.length, end + count));
    }
    int at = end;
    end += count;
    return at;
  }

  private static long head(int kind, int of) {
    return (long) kind << KIND_SHIFT | of;
  }

  void pair(int pair, QueuePairs pairs) {
    int at = room(3);
    words[at] = head(PAIR, pair);
    words[at + 1] = (long) pairs.hash[pair] << 32 | (pairs.backAddress[pair] & 0xffff_ffffL);
    words[at + 2] = pairs.backPort[pair];
  }

  void message(int pair, int message, Messages messages) {
    int at = room(5);
    words[at] = head(MESSAGE, pair);
    words[at + 1] = messages.bytes(message);
    words[at + 2] = messages.token(message);
    words[at + 3] = (long) messages.first(message) << 32 | messages.last(message);
    words[at + 4] = messages.postedPs(message);
  }

  void packet(int link, int packet, long duePs, Core from) {
    Signals signals = from.signals;
    int more = signals == null ? 0 : signals.carried(packet);
    int at = room(2 + Packets.CARRIED + more);
    words[at] = head(PACKET, link);
    words[at + 1] = duePs;
    from.packets.copyTo(packet, words, at + 2);
    if (signals != null) {
      signals.copyTo(packet, words, at + 2 + Packets.CARRIED);
    }
    earliestPs = Math.min(earliestPs, duePs);
  }

  /** Puts everything in its place at the receiving region, and is empty then. */
  void emptyInto(Core to, QueuePairs pairs) {
    for (int at = 0; at < end; ) {
      int of = (int) words[at];
      int kind = (int) (words[at] >>> KIND_SHIFT);
      if (kind == PACKET) {
        int packet = to.packets.copyOf(words, at + 2);
        to.departed(of, packet, words[at + 1]);
        at += 2 + Packets.CARRIED;
        at += to.signals == null ? 0 : to.signals.copyFrom(packet, words, at);
      } else if (kind == MESSAGE) {
        long sequences = words[at + 3];
        int message =
            to.messages.take(
                words[at + 1],
                words[at + 2],
                (int) (sequences >>> 32),
                (int) sequences,
                words[at + 4]);
        append(pairs, of, message, to.messages);
        at += 5;
      } else {
        pairs.addFar(of, (int) (words[at + 1] >>> 32), (int) words[at + 2], (int) words[at + 1]);
        at += 3;
      }
    }
    end = 0;
    earliestPs = Long.MAX_VALUE;
  }

  private static void append(QueuePairs pairs, int pair, int message, Messages messages) {
    if (pairs.delivering[pair] == Messages.NONE) {
      pairs.delivering[pair] = message;
    } else {
      messages.setNext(pairs.newest[pair], message);
    }
    pairs.newest[pair] = message;
  }
}
