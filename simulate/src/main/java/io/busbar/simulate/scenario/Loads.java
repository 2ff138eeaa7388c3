package io.busbar.simulate.scenario;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.scenario.SimulationAnswer.LinkLoad;
import io.busbar.simulate.scenario.SimulationAnswer.TierLoad;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What links carried, by tier and the hottest ones. */
final class Loads {
  private static final int MOST = 5;

  private final Fabric fabric;
  private final double[] bytes;
  private final long @Nullable [] queues;
  private final double seconds;

  /**
   * @param carried bytes of each link direction
   * @param queues the longest queue seen at each port; null when queues are not played
   * @param untilPs end of the run
   */
  Loads(Fabric fabric, IntToDoubleFunction carried, long @Nullable [] queues, long untilPs) {
    this.fabric = fabric;
    this.queues = queues;
    seconds = SimTime.seconds(untilPs);
    bytes = IntStream.range(0, fabric.ports()).mapToDouble(carried).toArray();
  }

  boolean hasQueues() {
    return queues != null;
  }

  /** The longest queue seen at a port; 0 when queues are not played. */
  long queueBytes(int port) {
    return queues == null ? 0 : queues[port];
  }

  /** Part of the time in which a link direction sends. */
  double utilisation(int port) {
    return seconds == 0 ? 0 : bytes[port] / (fabric.bytesPerSecond(port) * seconds);
  }

  /** In the order of the fabric's nodes. */
  List<TierLoad> tiers() {
    Map<String, List<Integer>> byTier = new LinkedHashMap<>();
    for (int port = 0; port < bytes.length; port++) {
      if (fabric.joined(port)) {
        byTier.computeIfAbsent(tier(port), t -> new ArrayList<>()).add(port);
      }
    }
    List<TierLoad> tiers = new ArrayList<>();
    byTier.forEach((name, ports) -> {
      double sum = ports.stream().mapToDouble(this::utilisation).sum();
      double most = ports.stream().mapToDouble(this::utilisation).max().orElse(0);
      int used = (int) ports.stream().filter(port -> bytes[port] > 0).count();
      tiers.add(new TierLoad(name, ports.size(), used, sum / ports.size(), most));
    });
    return tiers;
  }

  private String tier(int port) {
    return fabric.kind(fabric.owner(port)).word()
        + " -> "
        + fabric.kind(fabric.owner(fabric.peer(port))).word();
  }

  /** The links that were used most; among equals the longer queue goes first. */
  List<LinkLoad> hottest() {
    return IntStream.range(0, bytes.length)
        .filter(port -> fabric.joined(port) && bytes[port] > 0)
        .boxed()
        .sorted(
            Comparator.comparingDouble(this::utilisation)
                .thenComparingLong(port -> queues == null ? 0 : queues[port])
                .reversed()
                .thenComparingInt(port -> port))
        .limit(MOST)
        .map(port ->
            new LinkLoad(
                fabric.portName(port),
                bytes[port],
                utilisation(port),
                queues == null ? null : queues[port]))
        .toList();
  }
}
