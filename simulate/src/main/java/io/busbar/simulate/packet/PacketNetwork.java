package io.busbar.simulate.packet;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.NetworkPart;
import io.busbar.simulate.network.PartedNetwork;
import io.busbar.simulate.network.RunEnd;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A network that moves every packet. One simulation: it owns its clock, events, random streams and
 * counters; the same calls with the same seed give the same run, in one region or in several that
 * are played side by side.
 */
public final class PacketNetwork implements PartedNetwork {
  private static final int EVENTS_PER_QUESTION = 4096;

  private final Regions regions;
  private final Region[] parts;
  private final Windows windows;
  private long now;
  private long timeoutsSeen;

  private LongSupplier cpuNanos = () -> 0;
  private long otherThreadsNanos;

  /** Of all regions together. */
  private @Nullable Counters counted;

  /** A network without faults. */
  public PacketNetwork(Fabric fabric, PacketSettings settings, long seed) {
    this(fabric, settings, List.of(), seed);
  }

  /** A network on one thread. */
  public PacketNetwork(Fabric fabric, PacketSettings settings, List<Fault> faults, long seed) {
    this(fabric, settings, faults, seed, 1);
  }

  /**
   * @param faults what is wrong, and when
   * @param seed of hashes, marks and losses
   * @param threads parts that are played at once, at most; one where links between them would take
   *     no time, connections have several queue pairs, or receivers grant credit
   */
  public PacketNetwork(
      Fabric fabric, PacketSettings settings, List<Fault> faults, long seed, int threads) {
    boolean apart =
        settings.transport().queuePairs() == 1 && !(settings.window() instanceof CreditSettings);
    regions = Regions.of(fabric, apart ? threads : 1);
    SourceRoutes.Table routes = new SourceRoutes.Table();
    parts = new Region[regions.count()];
    Arrays.setAll(
        parts, number -> new Region(fabric, settings, faults, seed, regions, number, routes));
    windows = new Windows(parts, regions);
  }

  /**
   * Lets the processor time of the threads that are started here be known.
   *
   * @param ofThread processor time of the thread that asks
   */
  public void time(LongSupplier ofThread) {
    cpuNanos = ofThread;
  }

  /** Processor time of threads that were started here and have ended. */
  public long otherThreadsNanos() {
    return otherThreadsNanos;
  }

  @Override
  public int parts() {
    return parts.length;
  }

  @Override
  public int partOf(int node) {
    return regions.of(node);
  }

  @Override
  public NetworkPart part(int number) {
    return parts[number];
  }

  /**
   * @param dst may be {@code src} inside a scale-up domain: then its switch sends back
   */
  @Override
  public int connect(int src, int dst, int channel, int trafficClass) {
    int region = src >= 0 && src < parts[0].core.fabric.nodes() ? regions.of(src) : 0;
    return region << regions.pairShift() | parts[region].connect(src, dst, channel, trafficClass);
  }

  @Override
  public void send(int connection, long bytes, long token) {
    parts[connection >>> regions.pairShift()].send(local(connection), bytes, token);
  }

  private int local(int connection) {
    return connection & (1 << regions.pairShift()) - 1;
  }

  @Override
  public void timer(long delayPs, long token) {
    if (parts.length > 1) {
      throw new IllegalStateException("a timer belongs to a part");
    }
    parts[0].timer(delayPs, token);
  }

  @Override
  public long nowPs() {
    return parts.length == 1 ? parts[0].nowPs() : now;
  }

  @Override
  public RunEnd run(Listener to, long untilPs, Cancel cancel) {
    return run(List.of(to), untilPs, cancel);
  }

  @Override
  public RunEnd run(List<? extends Listener> listeners, long untilPs, Cancel cancel) {
    if (listeners.size() != parts.length) {
      throw new IllegalArgumentException("each part has a listener: " + parts.length);
    }
    for (int i = 0; i < parts.length; i++) {
      parts[i].listen(listeners.get(i));
    }
    if (parts.length == 1) {
      return runAlone(parts[0], untilPs, cancel);
    }
    RunEnd end =
        windows.run(
            untilPs,
            cpuNanos,
            () -> {
              now = windows.nowPs();
              return cancel.cancelled();
            });
    otherThreadsNanos += windows.otherThreadsNanos();
    now = end.atPs();
    counted = null;
    return end;
  }

  private RunEnd runAlone(Region region, long untilPs, Cancel cancel) {
    while (!region.idle()) {
      if (region.tellUnreached()) {
        continue;
      }
      if (!region.step(untilPs, EVENTS_PER_QUESTION)) {
        if (region.nextPs() == Long.MAX_VALUE) {
          return Windows.stopped(parts, region.nowPs());
        }
        region.idleUntil(untilPs);
        return RunEnd.of(RunEnd.Reason.TIME, untilPs);
      }
      if (region.core.counters.timeouts != timeoutsSeen && deadlocked()) {
        return Windows.stopped(parts, region.nowPs());
      }
      if (cancel.cancelled()) {
        return RunEnd.of(RunEnd.Reason.CANCELLED, region.nowPs());
      }
    }
    return RunEnd.of(RunEnd.Reason.DONE, region.nowPs());
  }

  /** Asked after a timeout only: in a circle of pauses all queue pairs concerned time out. */
  private boolean deadlocked() {
    timeoutsSeen = parts[0].core.counters.timeouts;
    return !new WaitCycle(parts).find().isEmpty();
  }

  /**
   * The link directions that a connection between endpoints takes where hashes choose them and none
   * is down, one queue pair after the other.
   */
  public int[] paths(int connection) {
    return parts[connection >>> regions.pairShift()].paths(local(connection));
  }

  /** Checks that nothing was made or lost: see {@link Audit}. Ends what is still on its way. */
  public Audit audit() {
    windows.drain();
    counted = null;
    Audit sum = parts[0].audit();
    for (int i = 1; i < parts.length; i++) {
      sum = sum.and(parts[i].audit());
    }
    return sum;
  }

  /** Bytes that wait at a port, all classes; what queue pairs still have to send is not counted. */
  public long queuedBytes(int port) {
    Core core = parts[regions.of(parts[0].core.fabric.owner(port))].core;
    long bytes = 0;
    for (int c = 0; c < core.classes; c++) {
      bytes += core.ports.queueBytes(port, c);
    }
    return bytes;
  }

  /** Payload that arrived in order so far, each byte once. */
  public long deliveredBytes() {
    long bytes = 0;
    for (Region part : parts) {
      bytes += part.core.counters.deliveredBytes;
    }
    return bytes;
  }

  /** What happened so far; of several parts as it was when they last stood still. */
  public Counters counters() {
    if (parts.length == 1) {
      return parts[0].core.counters;
    }
    Counters known = counted;
    if (known == null) {
      known = Counters.sum(Arrays.stream(parts).map(part -> part.core.counters).toList());
      counted = known;
    }
    return known;
  }
}
