package io.busbar.simulate.load;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.path.Routing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What traffic does to the links of a fabric, by routing, whole and with something broken.
 *
 * @param cluster the fabric's name
 * @param traffic in words
 * @param gpus endpoints of the fabric
 * @param connections that the traffic has
 * @param runs one for each routing, in the order asked
 * @param step the training step with and without what is broken; null when no plan was given
 */
public record FabricLoad(
    String cluster,
    String traffic,
    int gpus,
    int connections,
    List<Run> runs,
    @Nullable Step step) {
  private static final int BUSIEST = 8;
  private static final int SENDERS = 16;

  public FabricLoad {
    runs = List.copyOf(runs);
  }

  /**
   * One routing.
   *
   * @param routing its name
   * @param busiestS for which the busiest link of the network is busy, with what is broken
   * @param wholeS the same with nothing broken
   * @param evenS the same if every tier spread its bytes evenly over its links
   * @param slowdown {@code busiestS} over {@code wholeS}; 1 when nothing is broken
   * @param cutOff connections that no path is left for
   * @param tiers links by tier and direction
   * @param busiest the links that are busy longest
   * @param senders who sends over the parts that are looked at; null when none are
   */
  public record Run(
      String routing,
      double busiestS,
      double wholeS,
      double evenS,
      double slowdown,
      int cutOff,
      List<TierLoad> tiers,
      List<LinkLoad> busiest,
      @Nullable Senders senders) {
    public Run {
      tiers = List.copyOf(tiers);
      busiest = List.copyOf(busiest);
    }
  }

  /**
   * Links between two kinds of nodes in one direction.
   *
   * @param from kind of the sending node
   * @param to kind of the receiving node
   * @param links how many there are that work
   * @param idle how many of them carry nothing
   */
  public record TierLoad(
      String from, String to, int links, int idle, double meanBytes, double mostBytes) {}

  /** One link direction. */
  public record LinkLoad(String link, double bytes, int connections, double busyS) {}

  /**
   * Who sends over some parts of the fabric.
   *
   * @param parts links and switches by name
   * @param connections that cross any of them
   * @param bytes on all their links, both directions together
   * @param most the senders with most bytes on a link, the most first
   */
  public record Senders(List<String> parts, int connections, double bytes, List<Sender> most) {
    public Senders {
      parts = List.copyOf(parts);
      most = List.copyOf(most);
    }
  }

  /**
   * What a GPU sends over a link.
   *
   * @param from number of the sending GPU
   * @param to number of the receiving GPU; -1 where there are several
   * @param connections to how many
   */
  public record Sender(String link, int from, int to, int connections, double bytes) {}

  /**
   * A training step.
   *
   * @param wholeS with the fabric whole
   * @param brokenS with what is broken: collectives between nodes take as much longer as their
   *     busiest link has more to carry; infinite when somebody is cut off
   */
  public record Step(double wholeS, double brokenS) {}

  /** A run's figures. */
  static Run run(String routing, LinkLoads whole, LinkLoads loads, Parts broken, Parts looked) {
    double before = whole.busiestSeconds();
    double now = loads.cutOff() > 0 ? Double.POSITIVE_INFINITY : loads.busiestSeconds();
    List<TierLoad> tiers = tiers(loads, broken);
    return new Run(
        routing,
        now,
        before,
        even(loads, broken),
        before == 0 ? 1 : now / before,
        loads.cutOff(),
        tiers,
        busiest(loads),
        looked.any() ? senders(loads.crossings(), looked) : null);
  }

  private static Senders senders(Crossings crossings, Parts looked) {
    return new Senders(
        looked.names(),
        crossings.count(),
        crossings.bytes(),
        crossings.most(SENDERS).stream()
            .map(c -> new Sender(c.link(), c.from(), c.to(), c.connections(), c.bytes()))
            .toList());
  }

  /** The name of a routing as options write it. */
  public static Routing routing(String name) {
    return switch (name) {
      case "ecmp" -> Routing.HASH;
      case "destination" -> Routing.DESTINATION;
      case "adaptive" -> Routing.SPREAD;
      default -> throw new IllegalArgumentException("no routing " + name);
    };
  }

  private static List<LinkLoad> busiest(LinkLoads loads) {
    Fabric fabric = loads.fabric();
    return IntStream.range(0, fabric.ports())
        .filter(port -> loads.bytes(port) > 0 && loads.inNetwork(port))
        .boxed()
        .sorted(Comparator.comparingDouble(port -> -loads.seconds(port)))
        .limit(BUSIEST)
        .map(port ->
            new LinkLoad(
                fabric.portName(port),
                loads.bytes(port),
                loads.connections(port),
                loads.seconds(port)))
        .toList();
  }

  private static List<TierLoad> tiers(LinkLoads loads, Parts broken) {
    List<TierLoad> tiers = new ArrayList<>();
    for (NodeKind from : NodeKind.values()) {
      for (NodeKind to : NodeKind.values()) {
        double[] bytes = between(loads, broken, from, to);
        if (bytes.length > 0 && Arrays.stream(bytes).anyMatch(b -> b > 0)) {
          tiers.add(
              new TierLoad(
                  word(from),
                  word(to),
                  bytes.length,
                  (int) Arrays.stream(bytes).filter(b -> b == 0).count(),
                  Arrays.stream(bytes).average().orElse(0),
                  Arrays.stream(bytes).max().orElse(0)));
        }
      }
    }
    return tiers;
  }

  private static double[] between(LinkLoads loads, Parts broken, NodeKind from, NodeKind to) {
    Fabric fabric = loads.fabric();
    return IntStream.range(0, fabric.ports())
        .filter(port ->
            fabric.joined(port)
                && !broken.holds(port)
                && fabric.kind(fabric.owner(port)) == from
                && fabric.kind(fabric.owner(fabric.peer(port))) == to)
        .mapToDouble(loads::bytes)
        .toArray();
  }

  /** The longest mean time of a tier's links, all of one rate. */
  private static double even(LinkLoads loads, Parts broken) {
    Fabric fabric = loads.fabric();
    double[] sum = new double[NodeKind.values().length * NodeKind.values().length];
    int[] links = new int[sum.length];
    for (int port = 0; port < fabric.ports(); port++) {
      if (fabric.joined(port) && loads.inNetwork(port) && !broken.holds(port)) {
        int tier =
            fabric.kind(fabric.owner(port)).ordinal() * NodeKind.values().length
                + fabric.kind(fabric.owner(fabric.peer(port))).ordinal();
        sum[tier] += loads.seconds(port);
        links[tier]++;
      }
    }
    double longest = 0;
    for (int tier = 0; tier < sum.length; tier++) {
      longest = links[tier] == 0 ? longest : Math.max(longest, sum[tier] / links[tier]);
    }
    return longest;
  }

  private static String word(NodeKind kind) {
    return kind == NodeKind.ENDPOINT ? "GPU" : kind.word().toLowerCase(Locale.ROOT);
  }
}
