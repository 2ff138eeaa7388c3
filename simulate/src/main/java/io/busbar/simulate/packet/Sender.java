package io.busbar.simulate.packet;

import io.busbar.simulate.event.RandomStreams;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Picks the queue pair of a port and class that sends next, and makes its packet: packet by packet
 * in turn at a NIC, message by message at a scale-up port. A queue pair is in the list of its port
 * while it may send; a slower one waits for its time as an event.
 */
final class Sender {
  private static final int NONE = Packets.NONE;

  private final Core core;
  private final QueuePairs pairs;
  private final RateControl rates;

  /** The same, where it bounds what is under way. */
  private final @Nullable WindowControl window;

  private final int mtu;
  private final int header;
  private final int gap;
  private final int windowPackets;
  private final boolean selective;
  private final boolean spray;
  private final int[] readyHead;
  private final int[] readyTail;

  /** Reports of single losses, oldest first; each is a packet kept until its loss is sent again. */
  private int[] lossHead = new int[0];

  private int[] lossTail = new int[0];

  Sender(Core core, RateControl rates) {
    this.core = core;
    this.rates = rates;
    window = rates instanceof WindowControl bound ? bound : null;
    pairs = core.pairs;
    mtu = core.settings.wire().mtuBytes();
    header = core.settings.wire().headerBytes();
    gap = core.settings.wire().gapBytes();
    TransportSettings transport = core.settings.transport();
    windowPackets =
        transport.windowBytes() == 0
            ? Integer.MAX_VALUE
            : Math.toIntExact(Math.ceilDiv(transport.windowBytes(), mtu));
    selective = transport.recovery() == TransportSettings.Recovery.SELECTIVE;
    spray = core.settings.routing() != PacketSettings.Routing.ECMP;
    readyHead = new int[core.ports.count * core.classes];
    readyTail = new int[core.ports.count * core.classes];
    Arrays.fill(readyHead, NONE);
    Arrays.fill(readyTail, NONE);
  }

  /** Room for the reports of one more queue pair. */
  void add(int pair) {
    if (selective && pair >= lossHead.length) {
      int from = lossHead.length;
      int size = Math.max(64, from * 2);
      lossHead = Arrays.copyOf(lossHead, size);
      lossTail = Arrays.copyOf(lossTail, size);
      Arrays.fill(lossHead, from, size, NONE);
      Arrays.fill(lossTail, from, size, NONE);
    }
  }

  boolean maySend(int pair) {
    return (pairs.maySend(pair, windowPackets) && (window == null || window.opens(pair)))
        || (selective && lossHead[pair] != NONE);
  }

  /**
   * Looks at an idle queue pair again after something was posted or acknowledged.
   *
   * @return whether its port has something more to send now
   */
  boolean wake(int pair) {
    if (pairs.state[pair] != QueuePairs.IDLE || !maySend(pair)) {
      return false;
    }
    if (mustWait(pair)) {
      return false;
    }
    append(pair);
    return true;
  }

  /** The sending time of a queue pair has come, or its rate may have risen. */
  void paced(int pair) {
    pairs.state[pair] = QueuePairs.IDLE;
    if (maySend(pair) && !mustWait(pair)) {
      append(pair);
    }
  }

  private boolean mustWait(int pair) {
    long now = core.events.now();
    if (!rates.limited(pair) || pairs.nextSendPs[pair] <= now) {
      return false;
    }
    long due = rates.dueAnewPs(pair, pairs.nextSendPs[pair], now);
    pairs.nextSendPs[pair] = due;
    if (due <= now) {
      return false;
    }
    await(pair, due);
    return true;
  }

  private void await(int pair, long duePs) {
    pairs.state[pair] = QueuePairs.PACED;
    core.events.schedule(core.paceEvent(pair), rates.lookAgainPs(pair, duePs));
  }

  private void append(int pair) {
    int port = pairs.port[pair];
    int list = port * core.classes + pairs.trafficClass[pair];
    pairs.state[pair] = QueuePairs.READY;
    pairs.nextReady[pair] = NONE;
    if (readyTail[list] == NONE) {
      readyHead[list] = pair;
      core.ports.setReady(port, pairs.trafficClass[pair], true);
    } else {
      pairs.nextReady[readyTail[list]] = pair;
    }
    readyTail[list] = pair;
  }

  private int removeFirst(int port, int trafficClass) {
    int list = port * core.classes + trafficClass;
    int pair = readyHead[list];
    readyHead[list] = pairs.nextReady[pair];
    if (readyHead[list] == NONE) {
      readyTail[list] = NONE;
      core.ports.setReady(port, trafficClass, false);
    }
    return pair;
  }

  /** The next data packet of a class that the port's ready mask shows; NONE when none is left. */
  int produce(int port, int trafficClass) {
    while (core.ports.ready(port, trafficClass)) {
      int pair = removeFirst(port, trafficClass);
      if (pairs.state[pair] == QueuePairs.BROKEN || !maySend(pair)) {
        pairs.state[pair] =
            pairs.state[pair] == QueuePairs.BROKEN ? QueuePairs.BROKEN : QueuePairs.IDLE;
        continue;
      }
      int packet = make(pair);
      follow(pair, port, core.packets.bytes(packet));
      return packet;
    }
    return NONE;
  }

  private int make(int pair) {
    int sequence;
    int message;
    if (selective && lossHead[pair] != NONE) {
      sequence = takeLoss(pair);
      message = messageOf(pair, sequence);
    } else {
      sequence = pairs.nextSequence[pair]++;
      message = pairs.sending[pair];
      if (sequence == core.messages.last(message)) {
        pairs.sending[pair] = core.messages.next(message);
      }
    }
    int bytes = header + core.messages.payload(message, sequence, mtu);
    int packet = core.packets.take(Packets.DATA, pairs.trafficClass[pair], bytes);
    int hash = spray ? chance(pair) : pairs.hash[pair];
    core.packets.set(packet, core.pairAbroad(pair), sequence, pairs.address[pair], hash);
    if (window != null) {
      window.signals.send(packet, pairs.posted[pair], core.events.now());
      window.sent(pair);
    }
    count(pair, sequence);
    armTimeout(pair);
    return packet;
  }

  private int chance(int pair) {
    return (int) RandomStreams.number(core.waySeed, pairs.hash[pair], pairs.sprayed[pair]++);
  }

  private void count(int pair, int sequence) {
    core.counters.dataPackets++;
    if (sequence < pairs.everSent[pair]) {
      core.counters.retransmitted++;
    } else {
      pairs.everSent[pair] = sequence + 1;
    }
  }

  /** Starts the timer of a queue pair unless it runs. */
  void armTimeout(int pair) {
    if (!pairs.timerPending[pair]) {
      long now = core.events.now();
      pairs.timerPending[pair] = true;
      pairs.progressPs[pair] = now;
      core.events.schedule(core.timeoutEvent(pair), now + core.settings.transport().timeoutPs());
    }
  }

  private void follow(int pair, int port, int bytes) {
    long now = core.events.now();
    if (rates.limited(pair)) {
      long due = now + rates.gapPs(pair, bytes + gap, now);
      pairs.nextSendPs[pair] = due;
      if (due > now + core.ports.transferPs(port, bytes + gap)) {
        await(pair, due);
        return;
      }
    }
    pairs.state[pair] = QueuePairs.IDLE;
    if (!maySend(pair)) {
      return;
    }
    if (core.ports.scaleUp(port) && insideMessage(pair)) {
      putFirst(pair);
    } else {
      append(pair);
    }
  }

  private boolean insideMessage(int pair) {
    int message = pairs.sending[pair];
    return message != NONE && pairs.nextSequence[pair] > core.messages.first(message);
  }

  private void putFirst(int pair) {
    int port = pairs.port[pair];
    int list = port * core.classes + pairs.trafficClass[pair];
    if (readyTail[list] == NONE) {
      append(pair);
      return;
    }
    pairs.state[pair] = QueuePairs.READY;
    pairs.nextReady[pair] = readyHead[list];
    readyHead[list] = pair;
  }

  /** Goes on, or back, to the first unacknowledged packet. */
  void rewind(int pair) {
    int sequence = pairs.acknowledged[pair];
    pairs.nextSequence[pair] = sequence;
    pairs.sending[pair] = messageOf(pair, sequence);
  }

  private int messageOf(int pair, int sequence) {
    int message = pairs.oldest[pair];
    while (message != Messages.NONE && core.messages.last(message) < sequence) {
      message = core.messages.next(message);
    }
    return message;
  }

  /** Keeps the report of one lost packet; its sequence number is to be sent again. */
  void lost(int pair, int report) {
    core.packets.setNext(report, NONE);
    if (lossTail[pair] == NONE) {
      lossHead[pair] = report;
    } else {
      core.packets.setNext(lossTail[pair], report);
    }
    lossTail[pair] = report;
    dropStaleLosses(pair);
  }

  /** Forgets reports of packets that have been acknowledged since. */
  void dropStaleLosses(int pair) {
    while (selective
        && lossHead[pair] != NONE
        && core.packets.sequence(lossHead[pair]) < pairs.acknowledged[pair]) {
      takeLoss(pair);
    }
  }

  private int takeLoss(int pair) {
    int report = lossHead[pair];
    lossHead[pair] = core.packets.next(report);
    if (lossHead[pair] == NONE) {
      lossTail[pair] = NONE;
    }
    int sequence = core.packets.sequence(report);
    core.packets.release(report);
    return sequence;
  }
}
