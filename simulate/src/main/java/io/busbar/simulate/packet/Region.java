package io.busbar.simulate.packet;

import io.busbar.simulate.event.RandomStream;
import io.busbar.simulate.event.Timers;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.Failure;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.NetworkPart;
import io.busbar.simulate.path.SwitchPaths;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The nodes of one region with all that happens at them, in order of (time, event): a simulation of
 * its own, that other regions know only by what crosses their border. One thread at a time.
 */
final class Region implements NetworkPart {
  /** Longer messages are cut into equal parts, one for each queue pair of their connection. */
  private static final long MOST_OF_ONE_PAIR = 1 << 20;

  /** Timers come after all events of their time. */
  static final int TIMER = Integer.MAX_VALUE;

  final Core core;
  private final Regions regions;
  private final Sender sender;
  private final RateControl rates;
  private final SharedBuffer buffer;
  private final LinkFrames frames;
  private final FaultSchedule faultSchedule;
  private final Transmitter transmitter;
  private final Router router;
  private final Switches switches;
  private final Transport transport;
  private final Receiver receiver;
  private final SwitchPaths switchPaths;
  private final InOrder inOrder = new InOrder();
  private final Timers timers = new Timers();
  private final long hashSeed;
  private final int pairsOfConnection;
  private int connections;
  private int[] firstPair = new int[64];
  private int[] turn = new int[64];
  private long[] unreached = new long[4];
  private int unreachedCount;
  private Listener listener = token -> {};
  private long now;

  /** What this region put out for each other one in the last window. */
  private final Outbox[] sent;

  private boolean idle;
  private long idlePs;
  private int idleEvent;
  private long lastPs;
  private int lastEvent;

  Region(
      Fabric fabric,
      PacketSettings settings,
      List<Fault> faults,
      long seed,
      Regions regions,
      int number,
      SourceRoutes.Table routes) {
    this.regions = regions;
    core = new Core(fabric, settings, seed, regions, number, routes);
    switchPaths = new SwitchPaths(fabric);
    hashSeed = core.hashes.next();
    rates = RateControl.of(core);
    core.signals = rates instanceof WindowControl window ? window.signals : null;
    sender = new Sender(core, rates);
    buffer = new SharedBuffer(core);
    frames = new LinkFrames(core);
    Faults inForce = new Faults(core);
    Marking marking = new Marking(core, rates);
    transmitter = new Transmitter(core, sender, buffer, frames, inForce, marking);
    router = new Router(core, inForce);
    switches = new Switches(core, router, buffer, frames, transmitter, marking);
    faultSchedule = new FaultSchedule(core, faults, inForce, frames, transmitter);
    transport = new Transport(core, sender, rates, transmitter);
    receiver = new Receiver(core, rates, transport, transmitter);
    pairsOfConnection = settings.transport().queuePairs();
    sent = new Outbox[regions.count()];
    Arrays.setAll(sent, r -> new Outbox());
  }

  /** Who is told what happens here. */
  void listen(Listener to) {
    listener = to;
    inOrder.listen(to);
    transport.listen(pairsOfConnection == 1 ? to : inOrder);
  }

  @Override
  public int connect(int src, int dst, int channel, int trafficClass) {
    boolean there = Math.min(src, dst) >= 0 && Math.max(src, dst) < core.fabric.nodes();
    if (!there || (src == dst && !core.fabric.scaleUp(src, dst))) {
      throw new IllegalArgumentException("a connection joins two nodes: " + src + ", " + dst);
    }
    if (connections == firstPair.length) {
      firstPair = Arrays.copyOf(firstPair, connections * 2);
      turn = Arrays.copyOf(turn, connections * 2);
    }
    firstPair[connections] = core.pairs.count;
    int usedClass = Math.clamp(trafficClass, 0, core.controlClass);
    Start forth = start(src, dst, channel);
    Start back = start(dst, src, channel);
    for (int i = 0; i < pairsOfConnection; i++) {
      long flow = ((long) src << 32 | dst) * 31 + channel;
      int hash = (int) (RandomStream.mix(RandomStream.mix(flow ^ hashSeed) + i) >>> 32);
      int pair =
          core.pairs.add(forth.port, forth.address, hash, usedClass, back.port, back.address);
      core.pairs.region[pair] = (byte) regions.of(dst);
      core.events.grow(core.timeoutEvent(pair) + 1);
      rates.add(pair, (double) core.fabric.bytesPerSecond(forth.port));
      sender.add(pair);
      if (rates instanceof WindowControl window) {
        PathTimes.of(core, pair, path(pair)).start(window, pair);
      }
      if (regions.of(dst) != core.region) {
        core.out[regions.of(dst)].pair(pair, core.pairs);
      }
    }
    inOrder.addConnection(connections);
    return connections++;
  }

  /** Where packets leave their source, and by which address. */
  private record Start(int port, int address) {}

  private Start start(int src, int dst, int channel) {
    Fabric fabric = core.fabric;
    if (Math.max(src, dst) < core.endpoints) {
      int port = fabric.sourcePort(src, dst, channel);
      boolean leads = port < fabric.endPort(src) && fabric.joined(port);
      return leads ? new Start(port, fabric.address(src, dst, channel)) : nowhere(src);
    }
    int[] path = switchPaths.find(src, dst, channel);
    return path.length == 0 ? nowhere(src) : new Start(path[0], core.sourceRoutes.add(path));
  }

  private Start nowhere(int src) {
    return new Start(core.fabric.firstPort(src), QueuePairs.NOWHERE);
  }

  @Override
  public void send(int connection, long bytes, long token) {
    int count = pairsOfConnection;
    int first = firstPair[connection];
    if (!core.pairs.reaches(first)) {
      if (unreachedCount == unreached.length) {
        unreached = Arrays.copyOf(unreached, unreachedCount * 2);
      }
      unreached[unreachedCount++] = token;
    } else if (count == 1) {
      transport.post(first, bytes, token);
    } else if (bytes > MOST_OF_ONE_PAIR) {
      long entry = inOrder.add(connection, token, count);
      for (int i = 0; i < count; i++) {
        transport.post(first + i, bytes / count + (i < bytes % count ? 1 : 0), entry);
      }
    } else {
      int pair = first + turn[connection];
      turn[connection] = turn[connection] + 1 == count ? 0 : turn[connection] + 1;
      transport.post(pair, bytes, inOrder.add(connection, token, 1));
    }
  }

  @Override
  public void timer(long delayPs, long token) {
    timers.add(now + delayPs, token);
  }

  @Override
  public long nowPs() {
    return now;
  }

  @Override
  public long handedOverPs() {
    return receiver.handedOverPs();
  }

  /** Whether nothing is open here: no message that was sent from here, no timer. */
  boolean idle() {
    return transport.open() == 0 && timers.isEmpty() && unreachedCount == 0;
  }

  /** Messages that cannot arrive; tells of the last of them. */
  boolean tellUnreached() {
    if (unreachedCount == 0) {
      return false;
    }
    listener.failed(unreached[--unreachedCount], Failure.UNREACHABLE);
    return true;
  }

  boolean hasUnreached() {
    return unreachedCount > 0;
  }

  /** Time of the next event or timer; {@code Long.MAX_VALUE} when there is none. */
  long nextPs() {
    return Math.min(core.events.nextTime(), timers.time());
  }

  /**
   * Plays some events and timers up to a time: fewer when nothing is open any more, after a
   * timeout, and when a message turned out to have no path.
   *
   * @return false when there is nothing to play until then
   */
  boolean step(long untilPs, int most) {
    long timeouts = core.counters.timeouts;
    for (int left = most; left > 0 && !idle() && unreachedCount == 0; left--) {
      long eventTime = core.events.nextTime();
      long timerTime = timers.time();
      if (Math.min(eventTime, timerTime) > untilPs
          || Math.min(eventTime, timerTime) == Long.MAX_VALUE) {
        return false;
      }
      if (eventTime <= timerTime) {
        now = eventTime;
        handle(core.events.take());
        if (core.counters.timeouts != timeouts) {
          return true;
        }
      } else {
        now = timerTime;
        core.events.idleUntil(now);
        listener.timer(timers.take());
      }
    }
    return true;
  }

  /** Lets time pass in which nothing happens. */
  void idleUntil(long timePs) {
    now = timePs;
    core.events.idleUntil(timePs);
  }

  /** What was put out in the last window is there for others, what comes now is for the next. */
  void hand() {
    for (int region = 0; region < sent.length; region++) {
      Outbox filled = core.out[region];
      core.out[region] = sent[region];
      sent[region] = filled;
    }
  }

  /** When the first packet that was handed arrives at its region. */
  long handedPs() {
    long first = Long.MAX_VALUE;
    for (Outbox box : sent) {
      first = Math.min(first, box.earliestPs());
    }
    return first;
  }

  /** Takes in what another region handed. */
  void takeFrom(Region other) {
    other.sent[core.region].emptyInto(core, core.pairsFrom[other.core.region]);
  }

  /**
   * Plays what happens before a time.
   *
   * @param stopIdle stops as soon as nothing is open here
   * @return whether all that happens before then is played
   */
  boolean play(long limitPs, boolean stopIdle) {
    return play(limitPs, Integer.MIN_VALUE, stopIdle);
  }

  /** Likewise up to an event of another region, which happens at {@code limitPs}. */
  boolean play(long limitPs, int limitEvent, boolean stopIdle) {
    noteIdle();
    while (!(stopIdle && idle)) {
      long eventTime = core.events.nextTime();
      long timerTime = timers.time();
      if (eventTime <= timerTime) {
        if (eventTime > limitPs || eventTime == limitPs && core.events.nextId() >= limitEvent) {
          return true;
        }
        now = eventTime;
        lastEvent = core.events.nextId();
        lastPs = now;
        handle(core.events.take());
      } else {
        if (timerTime >= limitPs) {
          return true;
        }
        now = timerTime;
        core.events.idleUntil(now);
        lastEvent = TIMER;
        lastPs = now;
        listener.timer(timers.take());
      }
      noteIdle();
    }
    return false;
  }

  private void noteIdle() {
    if (!idle()) {
      idle = false;
    } else if (!idle) {
      idle = true;
      idlePs = lastPs;
      idleEvent = lastEvent;
    }
  }

  /** The event, at its time, after which nothing was open here any more. */
  long idlePs() {
    return idlePs;
  }

  int idleEvent() {
    return idleEvent;
  }

  /** Whether something that is open here is certain not to be through by then. */
  boolean openUntil(long limitPs) {
    return transport.openUntil(now, limitPs);
  }

  /** See {@link PacketNetwork#paths}. */
  int[] paths(int connection) {
    int first = firstPair[connection];
    return IntStream.range(first, first + pairsOfConnection)
        .flatMap(pair -> Arrays.stream(path(pair)))
        .toArray();
  }

  /** The same of one queue pair; nothing where it leads nowhere. */
  private int[] path(int pair) {
    int[] path = new int[8];
    int count = 0;
    int address = core.pairs.address[pair];
    if (address < 0) {
      return core.sourceRoutes.path(core.pairs.port[pair], address);
    }
    for (int port = core.pairs.port[pair]; address != QueuePairs.NOWHERE; ) {
      path = count == path.length ? Arrays.copyOf(path, 2 * count) : path;
      path[count++] = port;
      int node = core.ports.farNode(port);
      if (node < core.endpoints || !core.fabric.joined(port)) {
        break;
      }
      port = router.hashed(node, address, core.pairs.hash[pair]);
    }
    return Arrays.copyOf(path, count);
  }

  private void handle(int event) {
    core.counters.events++;
    int ports = core.ports.count;
    if (event < ports) {
      arrive(event);
    } else if (event < 2 * ports) {
      transmitter.ended(event - ports);
    } else if (event == core.faultEvent) {
      // Every region applies all faults; they are one event.
      core.counters.events -= core.region > 0 ? 1 : 0;
      faultSchedule.due();
    } else {
      int pair = (event - core.faultEvent - 1) >> 1;
      if ((event - core.faultEvent & 1) == 1) {
        transport.paced(pair);
      } else {
        transport.timer(pair);
      }
    }
  }

  private void arrive(int link) {
    int packet = core.ports.arrive(link);
    if (core.ports.occupied(link)) {
      core.events.schedule(link, core.ports.duePs(link, now));
    }
    core.counters.hops++;
    int in = core.ports.peer(link);
    int node = core.ports.farNode(link);
    if (core.packets.kind(packet) >= Packets.PAUSE) {
      frames.receive(in, packet);
      core.packets.release(packet);
      transmitter.kick(in);
    } else if (core.packets.corrupt(packet)) {
      lose(in, packet);
    } else if (node >= core.endpoints && !core.sourceRoutes.ends(packet)) {
      switches.arrived(node, in, packet);
    } else {
      consume(in, packet);
    }
  }

  private void lose(int in, int packet) {
    int bytes = core.packets.bytes(packet);
    core.counters.lose(in);
    core.counters.droppedBytes += bytes;
    int trafficClass = core.packets.trafficClass(packet);
    core.packets.release(packet);
    if (frames.credits()) {
      transmitter.returnCredit(in, trafficClass, bytes);
    }
  }

  private void consume(int in, int packet) {
    int bytes = core.packets.bytes(packet);
    int trafficClass = core.packets.trafficClass(packet);
    core.counters.consumedBytes += bytes;
    int kind = core.packets.kind(packet);
    if (kind == Packets.DATA) {
      receiver.data(packet);
    } else if (kind == Packets.REQUEST) {
      receiver.asked(core.packets.queuePair(packet), core.packets.sequence(packet));
      core.packets.release(packet);
    } else {
      transport.control(packet);
    }
    if (frames.credits()) {
      transmitter.returnCredit(in, trafficClass, bytes);
    }
  }

  /** The books of this region. */
  Audit audit() {
    return Audit.of(core, buffer, frames);
  }

  /**
   * Plays events before a time, after the run.
   *
   * @param alone stops when there is no packet any more
   */
  void drain(long limitPs, boolean alone) {
    while (core.events.nextTime() < limitPs && !(alone && !hasPackets())) {
      now = core.events.nextTime();
      handle(core.events.take());
    }
  }

  /** Whether packets are here, or on links that lead here. */
  boolean hasPackets() {
    return core.packets.inUse() > 0;
  }
}
