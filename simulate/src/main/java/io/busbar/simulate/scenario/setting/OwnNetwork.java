package io.busbar.simulate.scenario.setting;

import io.busbar.base.explain.Quality;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.simulate.packet.TransportSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the network of a cluster does when nobody says otherwise, and in which words that is told.
 *
 * @param routing whether the routing was left to it
 * @param congestion whether the congestion control was
 */
public record OwnNetwork(boolean routing, boolean congestion) {
  /** What asks for it on the command line. */
  public static final String WORD = "auto";

  public static final OwnNetwork NOTHING = new OwnNetwork(false, false);

  private static final String ADAPTIVE = "adaptive_routing";

  /** InfiniBand has credits and its congestion control; the others mark, with DCQCN. */
  public static Congestion congestion(Site site) {
    Cluster cluster = site.cluster();
    return cluster != null && cluster.network().kind() == NetworkKind.INFINIBAND
        ? Congestion.IB_CC
        : Congestion.DCQCN;
  }

  /** Adaptive where the cluster's file says so; what is only usual does not count. */
  public static Route routing(Site site) {
    return saysAdaptive(site.cluster()) ? Route.ADAPTIVE : Route.ECMP;
  }

  /** The route of a run: what was left to the network is left to the transport. */
  public Route routing(Route route, Congestion with, Site site) {
    return routing && with.sprays() && route == routing(site) ? Route.SPRAY : route;
  }

  private static boolean saysAdaptive(@Nullable Cluster cluster) {
    return cluster != null
        && cluster.network().adaptiveRouting()
        && cluster.network().facts().stream()
            .anyMatch(fact -> fact.key().equals(ADAPTIVE) && fact.quality() != Quality.ASSUMED);
  }

  /**
   * What was taken for granted, a sentence each.
   *
   * @param links whether the engine has links inside
   * @param packets whether it has packets
   */
  public List<String> told(Scenario scenario, boolean links, boolean packets) {
    List<String> told = new ArrayList<>(scenario.task().remarks());
    if (packets && congestion) {
      told.add(congestionWords(scenario));
    }
    if (links && routing) {
      String why =
          switch (scenario.route()) {
            case ADAPTIVE -> "the cluster's file says so";
            case SPRAY -> "Ultra Ethernet's transport sprays packets";
            case ECMP -> "nothing says adaptive_routing";
          };
      told.add("routing " + Words.of(scenario.route()) + ": " + why);
    }
    if (packets) {
      told.add(recovery(scenario));
    }
    return told;
  }

  private static String congestionWords(Scenario scenario) {
    Cluster cluster = scenario.site().cluster();
    String of = Words.of(scenario.congestion());
    if (cluster == null) {
      return "congestion " + of + ": RoCE with DCQCN as ConnectX ships it";
    }
    String kind = cluster.network().kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return scenario.congestion() == Congestion.IB_CC
        ? "congestion " + of + ": the network is InfiniBand (credits, marks, a table of delays)"
        : "congestion " + of + ": the network is " + kind + " (pause frames, marks, DCQCN)";
  }

  private static String recovery(Scenario scenario) {
    TransportOptions transport = scenario.transport();
    Repair repair = transport.repair(scenario.route());
    String timeout =
        String.format(
            Locale.ROOT,
            "a packet that nothing follows after 4.096 us * 2^%d, %d times%s",
            transport.timeoutExponent(),
            transport.retries(),
            transport.timeoutExponent() == TransportSettings.TIMEOUT_EXPONENT
                    && transport.retries() == TransportSettings.RETRIES
                ? " (NCCL's own: NCCL_IB_TIMEOUT, NCCL_IB_RETRY_CNT)"
                : "");
    return "a lost packet: " + Words.of(repair) + " (" + repair.source() + "); " + timeout;
  }
}
