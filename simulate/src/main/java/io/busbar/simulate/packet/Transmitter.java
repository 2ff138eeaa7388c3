package io.busbar.simulate.packet;

/**
 * Starts transmissions. A port sends link frames first, then the highest class that has something
 * and is not paused. A packet leaves its switch's buffer with its first bit; its arrival is the
 * link's one pending event, the end of transmission one more only when something waits.
 */
final class Transmitter {
  private final Core core;
  private final Ports ports;
  private final Packets packets;
  private final Sender sender;
  private final SharedBuffer buffer;
  private final LinkFrames frames;
  private final Faults faults;
  private final Marking marking;
  private final int gap;
  private final boolean credits;

  Transmitter(
      Core core,
      Sender sender,
      SharedBuffer buffer,
      LinkFrames frames,
      Faults faults,
      Marking marking) {
    this.core = core;
    this.sender = sender;
    this.buffer = buffer;
    this.frames = frames;
    this.faults = faults;
    this.marking = marking;
    ports = core.ports;
    packets = core.packets;
    gap = core.settings.wire().gapBytes();
    credits = frames.credits();
  }

  /** Something waits at a port: starts it now, or when its current transmission ends. */
  void kick(int port) {
    if (!ports.endPending(port)) {
      if (ports.busyUntilPs(port) > core.events.now()) {
        ports.setEndPending(port, true);
        core.events.schedule(core.endEvent(port), ports.busyUntilPs(port));
      } else {
        start(port);
      }
    }
  }

  /** The current transmission has ended. */
  void ended(int port) {
    ports.setEndPending(port, false);
    start(port);
  }

  private void start(int port) {
    int packet = ports.frameWaits(port) ? frames.make(port) : pick(port);
    if (packet == Packets.NONE) {
      if (credits && ports.held(port)) {
        core.counters.waits(port, core.events.now());
      }
      return;
    }
    long end = core.events.now() + ports.transferPs(port, packets.bytes(packet) + gap);
    long due = end + ports.latencyPs(port);
    ports.setBusyUntil(port, end);
    if (ports.faulty(port)) {
      faults.onWire(port, packet);
    }
    if (ports.crossing(port)) {
      cross(port, packet, due);
    } else if (ports.depart(port, packet, due)) {
      core.events.schedule(port, due);
    }
    if (ports.frameWaits(port) || ports.eligible(port) != 0) {
      ports.setEndPending(port, true);
      core.events.schedule(core.endEvent(port), end);
    } else if (credits && ports.held(port)) {
      core.counters.waits(port, end);
    }
  }

  private void cross(int port, int packet, long duePs) {
    ports.count(port, packet);
    core.out[core.regions.of(ports.farNode(port))].packet(port, packet, duePs, core);
    packets.release(packet);
  }

  private int pick(int port) {
    int candidates = ports.eligible(port);
    while (candidates != 0) {
      int trafficClass = 31 - Integer.numberOfLeadingZeros(candidates);
      int packet = take(port, trafficClass);
      if (packet != Packets.NONE) {
        if (credits) {
          core.counters.sends(port, core.events.now());
          frames.spend(port, trafficClass, packets.bytes(packet));
        }
        return packet;
      }
      candidates &= ~(1 << trafficClass);
    }
    return Packets.NONE;
  }

  /** At a switch that takes part in a collective, its own packets and those passing take turns. */
  private int take(int port, int trafficClass) {
    if (!ports.queued(port, trafficClass)) {
      return fromPairs(port, trafficClass);
    }
    if (ports.ready(port, trafficClass) && ports.ownTurn(port)) {
      int packet = fromPairs(port, trafficClass);
      if (packet != Packets.NONE) {
        return packet;
      }
    }
    return fromQueue(port, trafficClass);
  }

  private int fromPairs(int port, int trafficClass) {
    int packet = sender.produce(port, trafficClass);
    if (packet != Packets.NONE) {
      core.counters.injectedBytes += packets.bytes(packet);
    }
    return packet;
  }

  private int fromQueue(int port, int trafficClass) {
    int packet = ports.dequeue(port, trafficClass);
    int in = packets.cameIn(packet);
    if (in == Packets.NONE) {
      core.counters.injectedBytes += packets.bytes(packet);
    } else {
      marking.leave(port, trafficClass, packet);
      leave(ports.owner(port), in, trafficClass, packets.bytes(packet));
    }
    return packet;
  }

  /** A packet leaves a switch: its room is free, and whom it held up may go on. */
  private void leave(int node, int in, int trafficClass, int bytes) {
    buffer.release(node, in, trafficClass, bytes);
    if (credits) {
      returnCredit(in, trafficClass, bytes);
    } else if (frames.pausing(in, trafficClass) && buffer.resumeDue(node, in, trafficClass)) {
      frames.pause(in, trafficClass, false);
      kick(in);
    }
  }

  /** Room that a packet from a port took is free again. */
  void returnCredit(int in, int trafficClass, int bytes) {
    if (frames.giveBack(in, trafficClass, bytes)) {
      kick(in);
    }
  }
}
