package io.busbar.simulate.scenario;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.message.MessageNetwork;
import io.busbar.simulate.message.Serialisation;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.BufferSettings;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.packet.TransportSettings;
import io.busbar.simulate.path.Paths;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The network of one scenario, and what it shows of its inside. Used once. */
final class Engine {
  private static final int LOOKS = 64;

  /** Packets that may overtake one before it counts as lost. */
  private static final int REORDER = 512;

  private final Scenario scenario;
  private final Network network;
  private final @Nullable PacketNetwork packets;
  private final @Nullable FlowNetwork flows;
  private final long @Nullable [] queues;

  Engine(Scenario scenario) {
    this.scenario = scenario;
    Fabric fabric = scenario.site().fabric();
    packets =
        scenario.fidelity() == Fidelity.PACKET
            ? new PacketNetwork(fabric, settings(), scenario.faults(), scenario.seed())
            : null;
    Paths paths = new Paths(fabric, scenario.route().paths(), scenario.seed());
    flows = scenario.fidelity() == Fidelity.FLOW ? new FlowNetwork(paths) : null;
    network =
        packets != null
            ? packets
            : flows != null ? flows : new MessageNetwork(paths, Serialisation.PORT);
    queues = packets == null ? null : new long[fabric.ports()];
  }

  /** Where packets of a queue pair take several ways, its receiver places them as they come. */
  private PacketSettings settings() {
    PacketSettings base = scenario.congestion().packetSettings();
    PacketSettings.Wire wire = base.wire();
    BufferSettings buffer = base.buffer();
    TransportSettings transport =
        scenario.route() == Route.ECMP
            ? base.transport()
            : base.transport().with(TransportSettings.Recovery.SELECTIVE).withReorder(REORDER);
    return base.with(scenario.route().packets())
        .with(transport)
        .with(
            new PacketSettings.Wire(
                scenario.mtuBytes(), wire.headerBytes(), wire.gapBytes(), wire.controlBytes()))
        .with(scenario.bufferBytes() > 0 ? buffer.withPool(scenario.bufferBytes()) : buffer);
  }

  Network network() {
    return network;
  }

  /** The packet engine, if it is one. */
  @Nullable PacketNetwork packets() {
    return packets;
  }

  /**
   * Runs to the end. Queues are looked at 64 times in the time of the bound, and less often later.
   *
   * @param until runs to a time
   */
  RunEnd run(LongFunction<RunEnd> until, double boundSeconds) {
    if (packets == null || queues == null) {
      return until.apply(Long.MAX_VALUE);
    }
    long step = Math.max(1, SimTime.ps(boundSeconds) / LOOKS);
    long next = step;
    for (int looks = 1; ; looks++) {
      RunEnd end = until.apply(next);
      for (int port = 0; port < queues.length; port++) {
        queues[port] = Math.max(queues[port], packets.queuedBytes(port));
      }
      if (end.reason() != RunEnd.Reason.TIME) {
        return end;
      }
      step = looks % (4 * LOOKS) == 0 ? 2 * step : step;
      next += step;
    }
  }

  /** What links carried until then; null for an engine that has no links inside. */
  @Nullable Loads loads(long untilPs) {
    Fabric fabric = scenario.site().fabric();
    if (packets != null) {
      PacketNetwork seen = packets;
      return new Loads(fabric, port -> seen.counters().portBytes(port), queues, untilPs);
    }
    if (flows != null) {
      double[] carried = flows.carriedBytes();
      IntToDoubleFunction bytes = port -> carried[port];
      return new Loads(fabric, bytes, null, untilPs);
    }
    return null;
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
