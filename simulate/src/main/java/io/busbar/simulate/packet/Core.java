package io.busbar.simulate.packet;

import io.busbar.simulate.event.EventWheel;
import io.busbar.simulate.event.RandomStream;
import io.busbar.simulate.fabric.Fabric;

/**
 * What all mechanisms of one simulation share: clock and events, packets, ports, queue pairs,
 * counters. Events are numbered: arrivals by port, ends of transmission by port, faults, then two
 * per queue pair.
 */
final class Core {
  private static final int BUCKET_SHIFT = 12;

  final Fabric fabric;
  final PacketSettings settings;
  final int endpoints;
  final int classes;
  final int controlClass;
  final EventWheel events;
  final Packets packets = new Packets();
  final SourceRoutes sourceRoutes = new SourceRoutes(packets);
  final Messages messages = new Messages();
  final QueuePairs pairs = new QueuePairs();
  final Ports ports;
  final Counters counters;
  final RandomStream hashes;
  final RandomStream marks;
  final RandomStream losses;
  final int faultEvent;

  Core(Fabric fabric, PacketSettings settings, long seed) {
    this.fabric = fabric;
    this.settings = settings;
    endpoints = fabric.endpoints();
    classes = settings.classes();
    controlClass = classes - 1;
    ports = new Ports(fabric, classes, packets);
    counters = new Counters(ports);
    faultEvent = 2 * ports.count;
    RandomStream seeds = new RandomStream(seed);
    hashes = new RandomStream(seeds.next());
    marks = new RandomStream(seeds.next());
    losses = new RandomStream(seeds.next());
    events =
        new EventWheel(faultEvent + 129, widthShift(), BUCKET_SHIFT, new ReadAhead(ports, packets));
  }

  /** Buckets so wide that the wheel holds the longest transfer with the longest latency. */
  private int widthShift() {
    long longest = 1;
    int frame = fullFrameBytes() + settings.wire().gapBytes();
    for (int port = 0; port < ports.count; port++) {
      if (fabric.joined(port)) {
        longest = Math.max(longest, ports.latencyPs(port) + 2 * ports.transferPs(port, frame));
      }
    }
    int shift = 64 - Long.numberOfLeadingZeros(longest >> BUCKET_SHIFT);
    return Math.clamp(shift, 0, 30);
  }

  /** Frame of a full data packet. */
  int fullFrameBytes() {
    return settings.wire().mtuBytes() + settings.wire().headerBytes();
  }

  int endEvent(int port) {
    return ports.count + port;
  }

  int paceEvent(int pair) {
    return faultEvent + 1 + 2 * pair;
  }

  int timeoutEvent(int pair) {
    return faultEvent + 2 + 2 * pair;
  }
}
