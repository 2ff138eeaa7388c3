package io.busbar.simulate.scenario.run;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.SwitchType;
import io.busbar.simulate.play.AggregationLimits;
import io.busbar.simulate.scenario.setting.Site;
import io.busbar.simulate.scenario.setting.Words;
import org.jspecify.annotations.Nullable;

/** Which switches an algorithm has add up, and whether a site has such. */
public enum InSwitch {
  NOWHERE,
  /** NVSwitches (NVLS). */
  DOMAIN,
  /** Switches of the network (SHARP). */
  NETWORK;

  static InSwitch of(Algorithm algorithm) {
    return switch (algorithm) {
      case NVLS, NVLS_TREE -> DOMAIN;
      case COLLNET_DIRECT, COLLNET_CHAIN -> NETWORK;
      default -> NOWHERE;
    };
  }

  /** Why a site has no switches for an algorithm, as a sentence; null when it has. */
  public static @Nullable String refusal(Algorithm algorithm, Site site) {
    InSwitch where = of(algorithm);
    Cluster cluster = site.cluster();
    if (where == NOWHERE) {
      return null;
    }
    if (cluster == null) {
      return algorithm.id() + " needs switches that add up, and those of plain hosts do not";
    }
    if (where == DOMAIN) {
      return cluster.node().inSwitchReduction()
          ? null
          : algorithm.id()
              + " needs NVSwitches that add up, and "
              + cluster.node().name()
              + "'s do not";
    }
    if (cluster.network().kind() != NetworkKind.INFINIBAND) {
      return algorithm.id()
          + " needs InfiniBand switches with SHARP, and this network is "
          + Words.of(cluster.network().kind());
    }
    return limits(site) == null
        ? algorithm.id()
            + " needs SHARP, and the switch "
            + cluster.network().switchModel()
            + " has none"
        : null;
  }

  /** What the switches of a site's network can add up at once; null when they cannot at all. */
  static @Nullable AggregationLimits limits(Site site) {
    Cluster cluster = site.cluster();
    if (cluster == null) {
      return null;
    }
    String model = cluster.network().switchModel();
    SwitchType type =
        Catalog.standard().switchType(model, Position.of("--cluster"), new Problems());
    if (type == null || type.sharpVersion() == 0) {
      return null;
    }
    int trees = type.sharpTrees() == 0 ? Integer.MAX_VALUE : type.sharpTrees();
    return new AggregationLimits(model, trees, type.sharpStreamPerPort());
  }
}
