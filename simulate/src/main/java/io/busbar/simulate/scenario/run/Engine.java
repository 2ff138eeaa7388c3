package io.busbar.simulate.scenario.run;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.message.MessageNetwork;
import io.busbar.simulate.message.Serialisation;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.BufferSettings;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.path.FoldedPaths;
import io.busbar.simulate.path.LinkPathFinder;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.scenario.answer.Loads;
import io.busbar.simulate.scenario.setting.Fidelity;
import io.busbar.simulate.scenario.setting.Scenario;
import io.busbar.simulate.scenario.setting.SlowLinks;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The network of one scenario, and what it shows of its inside. Used once. */
public final class Engine {
  private static final int LOOKS = 64;

  private final Scenario scenario;
  private final @Nullable Fold fold;
  private final Network network;
  private final @Nullable PacketNetwork packets;
  private final @Nullable FlowNetwork flows;
  private final @Nullable FoldedPaths folded;
  private final @Nullable BlockNetwork block;
  private final long @Nullable [] queues;
  private final History history;
  private final Watch watch;

  /** Active endpoints from which on several threads pay. */
  private static final int MANY_ENDPOINTS = 1024;

  /** On one thread, every rank played. */
  Engine(Scenario scenario, Watch watch) {
    this(scenario, null, 1, 1, () -> 0, watch);
  }

  /**
   * @param fold ranks that stand for all; null to play every rank
   * @param slower of folded ones, links between domains carry their rate over this
   * @param threads that play packets, at most
   * @param cpuNanos processor time of the thread that asks
   */
  Engine(
      Scenario scenario,
      @Nullable Fold fold,
      double slower,
      int threads,
      LongSupplier cpuNanos,
      Watch watch) {
    this.scenario = scenario;
    this.fold = fold;
    this.watch = watch;
    Fabric fabric = scenario.site().fabric();
    history = new History(fabric, watch.wantsLinks());
    boolean ofBlock = fold != null && fold.rails() == 1;
    packets =
        scenario.fidelity() == Fidelity.PACKET ? packets(scenario, ofBlock ? 1 : threads) : null;
    block =
        packets != null && fold != null && ofBlock
            ? new BlockNetwork(packets, () -> packets(scenario), fabric, fold)
            : null;
    if (packets != null) {
      packets.time(cpuNanos);
    }
    SlowLinks slow =
        new SlowLinks(fabric, packets == null ? scenario.faults().faults() : List.of());
    Paths paths = new Paths(fabric, scenario.route().paths(), scenario.seed(), slow.share());
    folded =
        fold == null || packets != null
            ? null
            : new FoldedPaths(fabric, paths, fold.ranks(), fold.period(), fold.hops(), slower);
    LinkPathFinder finder = folded == null ? paths : folded;
    flows = scenario.fidelity() == Fidelity.FLOW ? new FlowNetwork(finder) : null;
    if (flows != null) {
      slow.schedule(flows);
    }
    network =
        packets != null
            ? block != null ? block : packets
            : flows != null ? flows : new MessageNetwork(finder, Serialisation.PORT);
    queues = packets == null ? null : new long[fabric.ports()];
  }

  /** How many threads play a run, of those that were asked for; 0 leaves it to the run. */
  static int threads(int asked, Scenario scenario, @Nullable Fold fold) {
    int active = scenario.ranks() / (fold == null ? 1 : fold.copies());
    int all = active < MANY_ENDPOINTS ? 1 : Runtime.getRuntime().availableProcessors();
    return asked > 0 ? asked : all;
  }

  /** On one thread. */
  static PacketNetwork packets(Scenario scenario) {
    return packets(scenario, 1);
  }

  private static PacketNetwork packets(Scenario scenario, int threads) {
    return new PacketNetwork(
        scenario.site().fabric(),
        settings(scenario),
        scenario.faults().faults(),
        scenario.seed(),
        threads);
  }

  private static PacketSettings settings(Scenario scenario) {
    PacketSettings base = scenario.transport().controls().settings(scenario.congestion());
    PacketSettings.Wire wire = base.wire();
    BufferSettings buffer = base.buffer();
    return scenario
        .transport()
        .apply(base, scenario.route())
        .with(
            new PacketSettings.Wire(
                scenario.mtuBytes(), wire.headerBytes(), wire.gapBytes(), wire.controlBytes()))
        .with(scenario.bufferBytes() > 0 ? buffer.withPool(scenario.bufferBytes()) : buffer);
  }

  Network network() {
    return network;
  }

  /** Ranks that stand for all; null when every rank is played. */
  @Nullable Fold fold() {
    return fold;
  }

  /** The packet engine, if it is one. */
  @Nullable PacketNetwork packets() {
    return packets;
  }

  /**
   * Runs to the end. Queues are looked at 64 times in the time of the bound, and less often later.
   *
   * @param part runs to a time
   * @param expectedBytes that will arrive, about
   */
  RunEnd run(Part part, double boundSeconds, double expectedBytes) {
    Cancel cancel =
        () -> {
          double now = SimTime.seconds(network.nowPs());
          double known = packets == null ? now / boundSeconds : arrivedBytes() / expectedBytes;
          watch.at(Math.clamp(known, 0, 1), now);
          return watch.cancelled();
        };
    if (packets == null && (flows == null || folded != null)) {
      return part.run(Long.MAX_VALUE, cancel);
    }
    long step = Math.max(1, SimTime.ps(boundSeconds) / LOOKS);
    long next = step;
    for (int looks = 1; ; looks++) {
      RunEnd end = part.run(next, cancel);
      look(end.atPs());
      if (end.reason() != RunEnd.Reason.TIME) {
        return end;
      }
      step = looks % (4 * LOOKS) == 0 ? 2 * step : step;
      next += step;
    }
  }

  /** Plays on until a time, or until it is cancelled. */
  @FunctionalInterface
  interface Part {
    RunEnd run(long untilPs, Cancel cancel);
  }

  private void look(long nowPs) {
    history.carried(nowPs, this::carried);
    long queued = 0;
    long longest = 0;
    for (int port = 0; packets != null && queues != null && port < queues.length; port++) {
      long here = packets.queuedBytes(port);
      queues[port] = Math.max(queues[port], here);
      queued += here;
      longest = Math.max(longest, here);
    }
    long pauses = packets == null ? 0 : packets.counters().pauses();
    history.look(nowPs, queued, longest, arrivedBytes(), pauses);
  }

  /** Bytes that arrived so far; of flows what the last links carried. */
  private double arrivedBytes() {
    if (packets != null) {
      return packets.deliveredBytes();
    }
    if (flows == null) {
      return 0;
    }
    double[] carried = flows.carriedBytes();
    Fabric fabric = scenario.site().fabric();
    double sum = 0;
    for (int port = 0; port < carried.length; port++) {
      boolean last = fabric.kind(fabric.owner(fabric.peer(port))) == NodeKind.ENDPOINT;
      sum += last && fabric.joined(port) ? carried[port] : 0;
    }
    return sum;
  }

  History history() {
    return history;
  }

  /** Bytes of each link direction so far; only of an engine that has links inside. */
  private IntToDoubleFunction carried() {
    PacketNetwork seen = packets;
    if (block != null) {
      return block.carried();
    }
    if (seen != null) {
      Fold some = fold;
      return some == null
          ? port -> seen.counters().portBytes(port)
          : new RailLoads(scenario.site().fabric(), some)
              .carried(port -> seen.counters().portBytes(port));
    }
    FlowNetwork played = flows;
    double[] bytes =
        played == null
            ? new double[0]
            : folded == null
                ? played.carriedBytes()
                : folded.carried(played.carriedBytes(), played::movedBytes);
    double part = fold == null ? 1 : fold.filled();
    return port -> bytes[port] * part;
  }

  /** What links carried until then; null for an engine that has no links inside. */
  @Nullable Loads loads(long untilPs) {
    return packets == null && flows == null
        ? null
        : new Loads(scenario.site().fabric(), carried(), queues, untilPs);
  }

  /** The longest queue seen; null when queues are not played. */
  @Nullable Long peakQueueBytes() {
    if (queues == null) {
      return null;
    }
    long peak = 0;
    for (long queue : queues) {
      peak = Math.max(peak, queue);
    }
    return peak;
  }
}
