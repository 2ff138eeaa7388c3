package io.busbar.simulate.packet;

import io.busbar.simulate.network.Failure;
import io.busbar.simulate.network.Inseparable;
import io.busbar.simulate.network.Listener;
import org.jspecify.annotations.Nullable;

/** The sender's end of queue pairs: posting, acknowledgements, notifications, timeouts. */
final class Transport {
  /** Packets of a message that certainly keeps its queue pair busy for a while. */
  private static final int LONG_PACKETS = 64;

  private final Core core;
  private final QueuePairs pairs;
  private final Sender sender;
  private final RateControl rates;
  private final @Nullable WindowControl window;
  private final Transmitter transmitter;
  private final int mtu;
  private final boolean selective;
  private Listener listener = token -> {};
  private long open;

  /** The last long message that was posted: its queue pair and packets. */
  private int longPair = QueuePairs.NONE;

  private int longFirst;
  private int longLast;

  Transport(Core core, Sender sender, RateControl rates, Transmitter transmitter) {
    this.core = core;
    this.sender = sender;
    this.rates = rates;
    window = rates instanceof WindowControl bound ? bound : null;
    this.transmitter = transmitter;
    pairs = core.pairs;
    mtu = core.settings.wire().mtuBytes();
    selective = core.settings.transport().recovery() == TransportSettings.Recovery.SELECTIVE;
  }

  void listen(Listener to) {
    listener = to;
  }

  Listener listener() {
    return listener;
  }

  /**
   * Whether the last long message is certain to be open then: so many of its packets were never
   * sent that their port, at its full rate, needs longer for them.
   */
  boolean openUntil(long nowPs, long limitPs) {
    if (longPair == QueuePairs.NONE) {
      return false;
    }
    int left = longLast - Math.max(longFirst, pairs.everSent[longPair]);
    double rate = (double) core.fabric.bytesPerSecond(pairs.port[longPair]);
    return left * (core.fullFrameBytes() * 1e12 / rate) > limitPs - nowPs;
  }

  /** Messages that are not both delivered and acknowledged. */
  long open() {
    return open;
  }

  void post(int pair, long bytes, long token) {
    if (pairs.state[pair] == QueuePairs.BROKEN) {
      listener.failed(token, Failure.RETRIES_EXHAUSTED);
      return;
    }
    int first = pairs.posted[pair];
    int packets = Math.toIntExact(Math.max(1, Math.ceilDiv(bytes, mtu)));
    int last = Math.addExact(first, packets - 1);
    int message = core.messages.take(bytes, token, first, last, core.events.now());
    pairs.posted[pair] = first + packets;
    if (pairs.newest[pair] == Messages.NONE) {
      pairs.oldest[pair] = message;
    } else {
      core.messages.setNext(pairs.newest[pair], message);
    }
    pairs.newest[pair] = message;
    if (pairs.sending[pair] == Messages.NONE) {
      pairs.sending[pair] = message;
    }
    if (pairs.region[pair] != core.region) {
      core.out[pairs.region[pair]].message(pair, message, core.messages);
    } else if (pairs.delivering[pair] == Messages.NONE) {
      pairs.delivering[pair] = message;
    }
    open++;
    if (packets >= LONG_PACKETS) {
      longPair = pair;
      longFirst = first;
      longLast = last;
    }
    wake(pair);
    if (window != null && window.mustAsk(pair)) {
      ask(pair, window);
    }
  }

  /** Tells the receiver what there is to send; again when the timer ends without a grant. */
  private void ask(int pair, WindowControl of) {
    int port = pairs.port[pair];
    int packet =
        core.packets.take(Packets.REQUEST, core.controlClass, core.settings.wire().controlBytes());
    core.packets.set(
        packet, core.pairAbroad(pair), pairs.posted[pair], pairs.address[pair], pairs.hash[pair]);
    core.ports.enqueue(port, core.controlClass, packet);
    transmitter.kick(port);
    if (of.waits(pair)) {
      sender.armTimeout(pair);
    }
  }

  private void wake(int pair) {
    if (sender.wake(pair)) {
      transmitter.kick(pairs.port[pair]);
    }
  }

  /** The sending time of a queue pair has come. */
  void paced(int pair) {
    sender.paced(pair);
    if (pairs.state[pair] == QueuePairs.READY) {
      transmitter.kick(pairs.port[pair]);
    }
  }

  /** An acknowledgement, report of a loss, or notification came back. */
  void control(int packet) {
    int pair = core.pairAtHome(core.packets.queuePair(packet));
    int kind = core.packets.kind(packet);
    if (pairs.state[pair] == QueuePairs.BROKEN) {
      core.packets.release(packet);
    } else if (kind == Packets.CNP) {
      rates.notified(pair, core.events.now());
      core.packets.release(packet);
    } else if (kind == Packets.GRANT && window != null) {
      window.granted(pair, core.packets.sequence(packet));
      core.packets.release(packet);
      wake(pair);
    } else if (kind == Packets.NACK && selective) {
      if (window != null) {
        window.lost(pair, core.events.now());
      }
      sender.lost(pair, packet);
      wake(pair);
    } else {
      int sequence = core.packets.sequence(packet);
      acknowledge(pair, sequence);
      if (window != null && kind == Packets.ACK && pairs.state[pair] != QueuePairs.BROKEN) {
        window.acknowledged(pair, packet, core.events.now());
      }
      core.packets.release(packet);
      if (kind == Packets.NACK && sequence == pairs.acknowledged[pair]) {
        sender.rewind(pair);
      }
      wake(pair);
    }
  }

  private void acknowledge(int pair, int sequence) {
    if (sequence <= pairs.acknowledged[pair]) {
      return;
    }
    pairs.acknowledged[pair] = sequence;
    pairs.progressPs[pair] = core.events.now();
    pairs.timeouts[pair] = 0;
    sender.dropStaleLosses(pair);
    if (pairs.nextSequence[pair] < sequence) {
      sender.rewind(pair);
    }
    int message = pairs.oldest[pair];
    while (message != Messages.NONE && core.messages.last(message) < sequence) {
      long token = core.messages.token(message);
      removeOldest(pair, message);
      listener.sent(token);
      message = pairs.oldest[pair];
    }
  }

  private void removeOldest(int pair, int message) {
    pairs.oldest[pair] = core.messages.next(message);
    if (pairs.oldest[pair] == Messages.NONE) {
      pairs.newest[pair] = Messages.NONE;
    }
    core.messages.release(message);
    open--;
  }

  /** The timer of a queue pair is over: nothing, later, or a timeout. */
  void timer(int pair) {
    pairs.timerPending[pair] = false;
    if (window != null && window.waits(pair) && window.inFlight(pair) <= 0) {
      ask(pair, window);
      return;
    }
    if (pairs.state[pair] == QueuePairs.BROKEN
        || pairs.acknowledged[pair] >= pairs.everSent[pair]) {
      return;
    }
    long due = pairs.progressPs[pair] + core.settings.transport().timeoutPs();
    if (due > core.events.now()) {
      pairs.timerPending[pair] = true;
      core.events.schedule(core.timeoutEvent(pair), due);
      return;
    }
    core.counters.timeouts++;
    if (pairs.timeouts[pair] >= core.settings.transport().retries()) {
      giveUp(pair);
      return;
    }
    pairs.timeouts[pair]++;
    sendAgain(pair);
  }

  /**
   * Everything from the oldest packet on, whatever the repair: with the oldest alone each further
   * hole would take a timeout of its own.
   */
  private void sendAgain(int pair) {
    if (window != null) {
      window.lost(pair, core.events.now());
    }
    sender.rewind(pair);
    pairs.progressPs[pair] = core.events.now();
    pairs.timerPending[pair] = true;
    core.events.schedule(
        core.timeoutEvent(pair), core.events.now() + core.settings.transport().timeoutPs());
    wake(pair);
  }

  private void giveUp(int pair) {
    if (core.regions.count() > 1) {
      throw new Inseparable("a queue pair gives up, which its receiver knows at once");
    }
    pairs.state[pair] = QueuePairs.BROKEN;
    core.counters.giveUp(
        core.ports.owner(pairs.port[pair]), core.ports.owner(pairs.backPort[pair]));
    pairs.acknowledged[pair] = Integer.MAX_VALUE;
    sender.dropStaleLosses(pair);
    pairs.delivering[pair] = Messages.NONE;
    if (window != null) {
      window.forget(pair);
    }
    while (pairs.oldest[pair] != Messages.NONE) {
      int message = pairs.oldest[pair];
      long token = core.messages.token(message);
      removeOldest(pair, message);
      listener.failed(token, Failure.RETRIES_EXHAUSTED);
    }
  }
}
