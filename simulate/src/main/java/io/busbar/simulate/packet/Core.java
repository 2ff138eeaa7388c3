package io.busbar.simulate.packet;

import io.busbar.simulate.event.EventWheel;
import io.busbar.simulate.event.RandomStream;
import io.busbar.simulate.event.RandomStreams;
import io.busbar.simulate.fabric.Fabric;
import org.jspecify.annotations.Nullable;

/**
 * What all mechanisms of one region share: clock and events, packets, ports, queue pairs, counters.
 * Events are numbered: arrivals by port, ends of transmission by port, faults, then two per queue
 * pair. Ports of other regions have places here too, of which only those of links that come from
 * there are used.
 *
 * <p>Outside of its region a queue pair's number has the region above it: {@link #pairAbroad}.
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
  final SourceRoutes sourceRoutes;
  final Messages messages = new Messages();
  final QueuePairs pairs;

  /** Queue pairs by the region that they start in. */
  final QueuePairs[] pairsFrom;

  final Regions regions;
  final int region;

  /** What this window has for each region. */
  final Outbox[] out;

  final Ports ports;
  final Counters counters;
  final RandomStream hashes;
  final RandomStreams marks;
  final RandomStreams losses;

  /** Of the paths that packets take by chance. */
  final long waySeed;

  final int faultEvent;
  private final int pairShift;
  private final int pairMask;
  private final int pairTag;

  /** What packets carry beside themselves; null where they carry nothing. */
  @Nullable Signals signals;

  /** The only region. */
  Core(Fabric fabric, PacketSettings settings, long seed) {
    this(fabric, settings, seed, Regions.of(fabric, 1), 0, new SourceRoutes.Table());
  }

  Core(
      Fabric fabric,
      PacketSettings settings,
      long seed,
      Regions regions,
      int region,
      SourceRoutes.Table routes) {
    this.regions = regions;
    this.region = region;
    pairShift = regions.pairShift();
    pairMask = (1 << pairShift) - 1;
    pairTag = region << pairShift;
    sourceRoutes = new SourceRoutes(packets, routes);
    pairsFrom = new QueuePairs[regions.count()];
    out = new Outbox[regions.count()];
    for (int r = 0; r < pairsFrom.length; r++) {
      pairsFrom[r] = new QueuePairs();
      out[r] = new Outbox();
    }
    pairs = pairsFrom[region];
    this.fabric = fabric;
    this.settings = settings;
    endpoints = fabric.endpoints();
    classes = settings.classes();
    controlClass = classes - 1;
    ports = new Ports(fabric, classes, packets);
    for (int port = 0; port < ports.count && regions.count() > 1; port++) {
      ports.setCrossing(port, owns(fabric.owner(port)) && regions.crosses(port));
    }
    counters = new Counters(ports);
    faultEvent = 2 * ports.count;
    RandomStream seeds = new RandomStream(seed);
    hashes = new RandomStream(seeds.next());
    marks = new RandomStreams(seeds.next(), ports.count);
    losses = new RandomStreams(seeds.next(), ports.count);
    waySeed = seeds.next();
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

  /** Whether a node is of this region. */
  boolean owns(int node) {
    return regions.of(node) == region;
  }

  /** The number of one of this region's queue pairs as packets carry it. */
  int pairAbroad(int pair) {
    return pairTag | pair;
  }

  /** The number of a queue pair in the region that it starts in. */
  int pairAtHome(int abroad) {
    return abroad & pairMask;
  }

  /** The number of another queue pair that starts in the same region. */
  int pairLike(int abroad, int pair) {
    return abroad & ~pairMask | pair;
  }

  /** The queue pairs of the region that one starts in. */
  QueuePairs pairsOf(int abroad) {
    return pairsFrom[abroad >>> pairShift];
  }

  /** A packet is on its way on a link from another region. */
  void departed(int link, int packet, long duePs) {
    if (ports.append(link, packet, duePs)) {
      events.schedule(link, duePs);
    }
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
