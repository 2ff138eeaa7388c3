package io.busbar.simulate.packet;

import io.busbar.simulate.event.RandomStream;
import io.busbar.simulate.event.TimeHeap;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Failure;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.path.SwitchWays;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A network that moves every packet. One simulation: it owns its clock, events, random streams and
 * counters; the same calls with the same seed give the same run. One thread only.
 */
public final class PacketNetwork implements Network {
  private static final int EVENTS_PER_QUESTION = 4096;

  /** Longer messages are cut into equal parts, one for each queue pair of their connection. */
  private static final long MOST_OF_ONE_PAIR = 1 << 20;

  private final Core core;
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
  private final SwitchWays switchWays;
  private final InOrder inOrder = new InOrder();
  private final TimeHeap timers = new TimeHeap();
  private final long hashSeed;
  private long[] timerTokens = new long[64];
  private int[] freeTimers = new int[64];
  private int freeTimerCount;
  private int timersMade;
  private int connections;
  private int[] firstPair = new int[64];
  private int[] turn = new int[64];
  private long[] unreached = new long[4];
  private int unreachedCount;
  private long now;
  private long timeoutsSeen;

  /** A network without faults. */
  public PacketNetwork(Fabric fabric, PacketSettings settings, long seed) {
    this(fabric, settings, List.of(), seed);
  }

  /**
   * @param faults what is wrong, and when
   * @param seed of hashes, marks and losses
   */
  public PacketNetwork(Fabric fabric, PacketSettings settings, List<Fault> faults, long seed) {
    core = new Core(fabric, settings, seed);
    switchWays = new SwitchWays(fabric);
    hashSeed = core.hashes.next();
    rates = RateControl.of(core);
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
  }

  /**
   * @param dst may be {@code src} inside a scale-up domain: then its switch sends back
   */
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
    for (int i = 0; i < core.settings.transport().queuePairs(); i++) {
      long flow = ((long) src << 32 | dst) * 31 + channel;
      int hash = (int) (RandomStream.mix(RandomStream.mix(flow ^ hashSeed) + i) >>> 32);
      int pair =
          core.pairs.add(forth.port, forth.address, hash, usedClass, back.port, back.address);
      core.events.grow(core.timeoutEvent(pair) + 1);
      rates.add(pair, (double) core.fabric.bytesPerSecond(forth.port));
      sender.add(pair);
      receiver.add(pair);
      if (rates instanceof WindowControl window) {
        PathTimes.of(core, pair, way(pair)).start(window, pair);
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
    int[] way = switchWays.find(src, dst, channel);
    return way.length == 0 ? nowhere(src) : new Start(way[0], core.sourceRoutes.add(way));
  }

  private Start nowhere(int src) {
    return new Start(core.fabric.firstPort(src), QueuePairs.NOWHERE);
  }

  @Override
  public void send(int connection, long bytes, long token) {
    int count = core.settings.transport().queuePairs();
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
    int slot = freeTimerCount > 0 ? freeTimers[--freeTimerCount] : timersMade++;
    if (slot == timerTokens.length) {
      timerTokens = Arrays.copyOf(timerTokens, slot * 2);
      freeTimers = Arrays.copyOf(freeTimers, slot * 2);
    }
    timerTokens[slot] = token;
    timers.add(now + delayPs, slot);
  }

  @Override
  public long nowPs() {
    return now;
  }

  @Override
  public RunEnd run(Listener to, long untilPs, Cancel cancel) {
    inOrder.listen(to);
    transport.listen(core.settings.transport().queuePairs() == 1 ? to : inOrder);
    int left = EVENTS_PER_QUESTION;
    while (transport.open() > 0 || !timers.isEmpty() || unreachedCount > 0) {
      if (unreachedCount > 0) {
        to.failed(unreached[--unreachedCount], Failure.UNREACHABLE);
        continue;
      }
      long eventTime = core.events.nextTime();
      long timerTime = timers.isEmpty() ? Long.MAX_VALUE : timers.time();
      long next = Math.min(eventTime, timerTime);
      if (next == Long.MAX_VALUE) {
        return stopped();
      }
      if (next > untilPs) {
        now = untilPs;
        core.events.idleUntil(now);
        return RunEnd.of(RunEnd.Reason.TIME, now);
      }
      now = next;
      if (eventTime <= timerTime) {
        handle(core.events.take());
        if (core.counters.timeouts != timeoutsSeen && deadlocked()) {
          return stopped();
        }
      } else {
        core.events.idleUntil(timerTime);
        fireTimer(to);
      }
      if (--left == 0) {
        left = EVENTS_PER_QUESTION;
        if (cancel.cancelled()) {
          return RunEnd.of(RunEnd.Reason.CANCELLED, now);
        }
      }
    }
    return RunEnd.of(RunEnd.Reason.DONE, now);
  }

  /** Asked after a timeout only: in a circle of pauses all queue pairs concerned time out. */
  private boolean deadlocked() {
    timeoutsSeen = core.counters.timeouts;
    return !new WaitCycle(core).find().isEmpty();
  }

  private RunEnd stopped() {
    List<Integer> cycle = new WaitCycle(core).find();
    return cycle.isEmpty()
        ? RunEnd.of(RunEnd.Reason.STALLED, now)
        : new RunEnd(RunEnd.Reason.DEADLOCK, now, cycle);
  }

  /**
   * The link directions that a connection between endpoints takes where hashes choose them and none
   * is down, one queue pair after the other.
   */
  public int[] ways(int connection) {
    int first = firstPair[connection];
    return IntStream.range(first, first + core.settings.transport().queuePairs())
        .flatMap(pair -> Arrays.stream(way(pair)))
        .toArray();
  }

  /** The same of one queue pair; nothing where it leads nowhere. */
  private int[] way(int pair) {
    int[] way = new int[8];
    int count = 0;
    int address = core.pairs.address[pair];
    if (address < 0) {
      return core.sourceRoutes.way(core.pairs.port[pair], address);
    }
    for (int port = core.pairs.port[pair]; address != QueuePairs.NOWHERE; ) {
      way = count == way.length ? Arrays.copyOf(way, 2 * count) : way;
      way[count++] = port;
      int node = core.ports.farNode(port);
      if (node < core.endpoints || !core.fabric.joined(port)) {
        break;
      }
      port = router.hashed(node, address, core.pairs.hash[pair]);
    }
    return Arrays.copyOf(way, count);
  }

  private void fireTimer(Listener to) {
    int slot = timers.id();
    timers.remove();
    freeTimers[freeTimerCount++] = slot;
    to.timer(timerTokens[slot]);
  }

  private void handle(int event) {
    core.counters.events++;
    int ports = core.ports.count;
    if (event < ports) {
      arrive(event);
    } else if (event < 2 * ports) {
      transmitter.ended(event - ports);
    } else if (event == core.faultEvent) {
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

  /** Checks that nothing was made or lost: see {@link Audit}. Ends what is still on its way. */
  public Audit audit() {
    while (core.packets.inUse() > 0 && core.events.nextTime() != Long.MAX_VALUE) {
      now = core.events.nextTime();
      handle(core.events.take());
    }
    return Audit.of(core, buffer, frames);
  }

  /** Bytes that wait at a port, all classes; what queue pairs still have to send is not counted. */
  public long queuedBytes(int port) {
    long bytes = 0;
    for (int c = 0; c < core.classes; c++) {
      bytes += core.ports.queueBytes(port, c);
    }
    return bytes;
  }

  /** What happened so far. */
  public Counters counters() {
    return core.counters;
  }
}
