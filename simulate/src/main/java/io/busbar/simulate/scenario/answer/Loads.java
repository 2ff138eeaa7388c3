package io.busbar.simulate.scenario.answer;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.scenario.answer.SimulationAnswer.LinkLoad;
import io.busbar.simulate.scenario.answer.SimulationAnswer.TierLoad;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What links carried, by tier and the hottest ones. */
public final class Loads {
  private static final int MOST = 5;

  /** Headers and the cut of messages are no collision. */
  private static final double UNEVEN = 0.02;

  /** Of what a link carries the other way, at most this part. */
  private static final double ACKNOWLEDGEMENTS = 0.02;

  private final Fabric fabric;
  private final double[] bytes;
  private final long @Nullable [] queues;
  private final double seconds;

  /**
   * @param carried bytes of each link direction
   * @param queues the longest queue seen at each port; null when queues are not played
   * @param untilPs end of the run
   */
  public Loads(Fabric fabric, IntToDoubleFunction carried, long @Nullable [] queues, long untilPs) {
    this.fabric = fabric;
    this.queues = queues;
    seconds = SimTime.seconds(untilPs);
    bytes = IntStream.range(0, fabric.ports()).mapToDouble(carried).toArray();
  }

  public boolean hasQueues() {
    return queues != null;
  }

  /** The longest queue seen at a port; 0 when queues are not played. */
  public long queueBytes(int port) {
    return queues == null ? 0 : queues[port];
  }

  /** Part of the time in which a link direction sends. */
  public double utilisation(int port) {
    return seconds == 0 ? 0 : bytes[port] / (fabric.bytesPerSecond(port) * seconds);
  }

  /** In the order of the fabric's nodes. */
  public List<TierLoad> tiers() {
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

  /**
   * How evenly equally good links of the network share what goes over them.
   *
   * @param links between switches that have such others
   * @param collided of them carry more than an even share although it is not a single flow
   * @param idle of them carry nothing beside such
   * @param most bytes of the fullest over an even share; 1 when there is none
   * @param fullest its name; empty when there is none
   * @param where these links lead
   */
  record Evenness(int links, int collided, int idle, double most, String fullest, String where) {}

  /**
   * Links from one switch to the switches above it are equally good, and those from one group of a
   * dragonfly+ to another. A single flow is no larger than what the emptiest of those carries that
   * have one; acknowledgements are none.
   */
  Evenness evenness() {
    int links = 0;
    int collided = 0;
    int idle = 0;
    double most = 1;
    String fullest = "";
    for (List<Integer> bundle : bundles()) {
      double fuller = bundle.stream().mapToDouble(port -> bytes[port]).max().orElse(0);
      double mean = bundle.stream().mapToDouble(port -> bytes[port]).sum() / bundle.size();
      double flow =
          bundle.stream()
              .mapToDouble(port -> bytes[port])
              .filter(b -> b > ACKNOWLEDGEMENTS * fuller)
              .min()
              .orElse(0);
      double even = Math.max(mean, flow);
      links += bundle.size();
      boolean uneven = even > 0 && fuller > (1 + UNEVEN) * even;
      for (int port : bundle) {
        collided += uneven && bytes[port] > (1 + UNEVEN) * even ? 1 : 0;
        idle += uneven && bytes[port] <= ACKNOWLEDGEMENTS * fuller ? 1 : 0;
        if (uneven && bytes[port] / even > most) {
          most = bytes[port] / even;
          fullest = fabric.portName(port);
        }
      }
    }
    String where = fabric.circles() ? "upwards and between groups" : "upwards";
    return new Evenness(links, collided, idle, most, fullest, where);
  }

  private List<List<Integer>> bundles() {
    Map<Long, List<Integer>> bundles = new LinkedHashMap<>();
    for (int port = 0; port < bytes.length; port++) {
      if (fabric.joined(port)) {
        int from = fabric.owner(port);
        NodeKind near = fabric.kind(from);
        NodeKind far = fabric.kind(fabric.owner(fabric.peer(port)));
        if (near.compareTo(NodeKind.LEAF) >= 0 && far.compareTo(near) > 0) {
          bundles.computeIfAbsent((long) from, key -> new ArrayList<>()).add(port);
        } else if (fabric.global(port)) {
          bundles.computeIfAbsent(pair(port), key -> new ArrayList<>()).add(port);
        }
      }
    }
    return bundles.values().stream().filter(bundle -> bundle.size() > 1).toList();
  }

  /** A key of the groups that a link joins, in this direction; below those of nodes. */
  private long pair(int port) {
    return -1 - ((long) fabric.group(port) << Integer.SIZE) - fabric.group(fabric.peer(port));
  }

  /** The kinds of nodes that a link joins. */
  String tierOf(String link) {
    for (int port = 0; port < bytes.length; port++) {
      if (fabric.joined(port) && fabric.portName(port).equals(link)) {
        return tier(port);
      }
    }
    return "";
  }

  /** The links that were used most; among equals the longer queue goes first. */
  public List<LinkLoad> hottest() {
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
