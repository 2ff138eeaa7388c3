package io.busbar.simulate.scenario.setting;

import io.busbar.simulate.packet.MarkingSettings;
import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.packet.RateSettings;
import io.busbar.simulate.packet.TransportSettings;
import org.jspecify.annotations.Nullable;

/**
 * How packets are carried, where it differs from the family of the network.
 *
 * @param queuePairs of each connection; each has its own hash
 * @param lossless whether Ethernet pauses; else a full buffer drops
 * @param repair what is sent again after a loss; null for what the routing needs
 * @param timeoutExponent of the local ACK timeout, as NCCL_IB_TIMEOUT
 * @param retries as NCCL_IB_RETRY_CNT
 * @param rate of DCQCN; null for ConnectX's
 * @param marking for DCQCN; null for that of the rate of each link
 * @param controls parameters of those that bound what is under way
 */
public record TransportOptions(
    int queuePairs,
    boolean lossless,
    @Nullable Repair repair,
    int timeoutExponent,
    int retries,
    @Nullable RateSettings rate,
    @Nullable MarkingSettings marking,
    Controls controls) {
  public static final TransportOptions PLAIN =
      new TransportOptions(
          1,
          true,
          null,
          TransportSettings.TIMEOUT_EXPONENT,
          TransportSettings.RETRIES,
          null,
          null,
          Controls.PUBLISHED);

  /** Packets that may overtake one before it counts as lost, where each takes its own path. */
  private static final int REORDER = 512;

  public TransportOptions with(RateSettings newRate, MarkingSettings newMarking) {
    return new TransportOptions(
        queuePairs, lossless, repair, timeoutExponent, retries, newRate, newMarking, controls);
  }

  /** Where packets take several paths, their receiver places them as they come. */
  public Repair repair(Route route) {
    return repair != null
        ? repair
        : route == Route.ECMP ? Repair.GO_BACK_N : Repair.SELECTIVE_REPEAT;
  }

  public PacketSettings apply(PacketSettings base, Route route) {
    TransportSettings transport =
        base.transport()
            .withQueuePairs(queuePairs)
            .with(repair(route).recovery())
            .withTimeout(TransportSettings.timeoutPs(timeoutExponent), retries);
    PacketSettings settings =
        base.with(route.packets())
            .with(route == Route.ECMP ? transport : transport.withReorder(REORDER));
    if (!lossless && base.flow() == PacketSettings.FlowControl.PAUSE) {
      settings = settings.with(PacketSettings.FlowControl.NONE);
    }
    if (base.rate().on()) {
      settings = rate == null ? settings : settings.with(rate);
      settings = marking == null ? settings : settings.with(marking);
    }
    return settings;
  }
}
