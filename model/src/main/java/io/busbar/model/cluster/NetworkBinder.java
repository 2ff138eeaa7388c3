package io.busbar.model.cluster;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Names;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.catalog.Fact;
import io.busbar.model.catalog.GpuKeys;
import io.busbar.model.catalog.NodeKeys;
import io.busbar.model.catalog.Range;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.model.hardware.SwitchType;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the network of a cluster from what its file says, else from its node, else from defaults,
 * and remembers which it was. Used once per network; not thread-safe.
 */
final class NetworkBinder {
  private final NodeType node;
  private final int nodes;
  private final Fields fields;
  private final String key;
  private final Problems problems;
  private final NetworkDefaults defaults = NetworkDefaults.standard();
  private final List<Fact> facts = new ArrayList<>();

  /**
   * @param key dotted path of the network, for messages
   */
  NetworkBinder(NodeType node, int nodes, Fields fields, String key, Problems problems) {
    this.node = node;
    this.nodes = nodes;
    this.fields = fields;
    this.key = key;
    this.problems = problems;
  }

  /** The network; check {@code problems} before it is used. */
  Network bind() {
    NetworkKind kind = kind();
    Topology topology = topology();
    int rails = rails(topology);
    double leafOver = oversubscription(NetworkShape.LEAF, "leaf_oversubscription");
    SwitchChoice chosen = switchChoice(kind, rails, leafOver);
    double spineOver = oversubscription(NetworkShape.SPINE, "spine_oversubscription");
    double leafLink = linkRate(NetworkShape.LEAF, node.nicBytesPerSecond(), "leaf_link_rate");
    double spineLink = linkRate(NetworkShape.SPINE, leafLink, "spine_link_rate");
    Network open =
        new Network(
            kind,
            topology,
            rails,
            1,
            Integer.MAX_VALUE,
            leafOver,
            spineOver,
            leafLink,
            spineLink,
            chosen.name(),
            chosen.bytesPerSecond(),
            leafLatency(),
            switchLatency(chosen),
            latency(NetworkShape.LINK_LATENCY, "link_latency"),
            sharp(kind, chosen),
            flag(NetworkShape.GPUDIRECT, "gpudirect", defaults.fact("gpudirect")),
            staging(),
            adaptiveRouting(kind),
            List.of());
    int perLeaf = nodesPerLeaf(open);
    Network leaves = open.withBlocks(perLeaf, perLeaf * Math.ceilDiv(nodes, perLeaf), facts);
    Network network = leaves.withBlocks(perLeaf, nodesPerPod(leaves), facts);
    checkSize(network);
    return network;
  }

  private NetworkKind kind() {
    NetworkKind kind = fields.find(NetworkShape.KIND);
    if (kind != null) {
      given(NetworkShape.KIND, "network", Names.of(kind));
      return kind;
    }
    Fact fact = node.entry().fact(NodeKeys.NETWORK.name());
    facts.add(fact != null ? fact : assumed("network", Names.of(node.network()), ""));
    return node.network();
  }

  private Topology topology() {
    Topology topology = fields.find(NetworkShape.TOPOLOGY);
    if (topology != null) {
      given(NetworkShape.TOPOLOGY, "topology", Names.of(topology));
      return topology;
    }
    Topology standard = node.scaleUp() == ScaleUp.PCIE ? Topology.PLAIN : Topology.RAIL_OPTIMISED;
    Fact fact = defaults.fact("topology");
    facts.add(
        new Fact("topology", Names.of(standard), "", fact.quality(), fact.sources(), fact.note()));
    return standard;
  }

  private int nicsPerHost() {
    return Math.max(1, node.nics() * node.gpusPerHost() / node.gpus());
  }

  private int rails(Topology topology) {
    int nics = nicsPerHost();
    Integer given = fields.find(NetworkShape.RAILS);
    if (given == null) {
      int rails =
          topology == Topology.PLAIN ? 1 : Spread.gcd(nics, Math.min(nics, node.gpusPerHost()));
      facts.add(assumed("rails", Integer.toString(rails), "NICs of a host, at most one per GPU"));
      return rails;
    }
    if (topology == Topology.PLAIN && given != 1) {
      refuse(
          NetworkShape.RAILS,
          given.toString(),
          "1 with topology plain",
          "rails need topology: rail-optimised");
    } else if (nics % given != 0) {
      refuse(
          NetworkShape.RAILS,
          given.toString(),
          "a number that divides the NICs of a host, " + nics,
          "");
    }
    given(NetworkShape.RAILS, "rails", given.toString());
    return given;
  }

  private SwitchChoice switchChoice(NetworkKind kind, int rails, double leafOver) {
    double rate = node.nicBytesPerSecond();
    double domainIn = nodesPerDomain() * node.nics() * rate / rails;
    double needed = domainIn * (1 + 1 / leafOver);
    String name = fields.find(NetworkShape.SWITCH);
    if (name == null) {
      SwitchChoice chosen = defaults.switchFor(kind, rate, needed);
      facts.add(assumed("switch", chosen.name(), defaults.note(kind)));
      return chosen;
    }
    given(NetworkShape.SWITCH, "switch", name);
    SwitchType type = Catalog.standard().switchType(name, fields.at(NetworkShape.SWITCH), problems);
    if (type == null) {
      return defaults.switchFor(kind, rate, needed);
    }
    if (type.network() == null) {
      refuse(NetworkShape.SWITCH, name, "a network switch", "this one joins GPUs inside a node");
    }
    return SwitchChoice.of(type, rate, defaults.seconds("switch_latency"));
  }

  private double oversubscription(Key<Fields> tier, String factKey) {
    Fields inner = fields.find(tier);
    Double given = inner == null ? null : inner.find(NetworkShape.OVERSUBSCRIPTION);
    Fact standard = defaults.fact("oversubscription");
    if (inner == null || given == null) {
      facts.add(
          new Fact(
              factKey,
              standard.text(),
              "",
              standard.quality(),
              standard.sources(),
              standard.note()));
      return 1;
    }
    facts.add(Fact.given(factKey, given + ":1", inner.at(NetworkShape.OVERSUBSCRIPTION)));
    return given;
  }

  private double linkRate(Key<Fields> tier, double standard, String factKey) {
    Fields inner = fields.find(tier);
    Double given = inner == null ? null : inner.find(NetworkShape.LINK_RATE);
    if (inner == null || given == null) {
      facts.add(assumed(factKey, new Bandwidth(standard).inBits(), "as the links below"));
      return standard;
    }
    if (given == 0) {
      problems.add(
          inner.at(NetworkShape.LINK_RATE),
          path(tier, NetworkShape.LINK_RATE),
          "0",
          "a rate above 0",
          "");
      return standard;
    }
    facts.add(Fact.given(factKey, new Bandwidth(given).inBits(), inner.at(NetworkShape.LINK_RATE)));
    return given;
  }

  private double leafLatency() {
    Fields inner = fields.find(NetworkShape.LATENCY);
    Range known = node.entry().value(NodeKeys.NETWORK_LATENCY);
    Fact fact = node.entry().fact(NodeKeys.NETWORK_LATENCY.name());
    if (known == null || fact == null || (inner != null && inner.has(NetworkShape.LEAF_LATENCY))) {
      return latency(NetworkShape.LEAF_LATENCY, "network_latency");
    }
    facts.add(fact);
    return known.middle();
  }

  private double switchLatency(SwitchChoice chosen) {
    Fields inner = fields.find(NetworkShape.LATENCY);
    if (inner != null && inner.has(NetworkShape.SWITCH_LATENCY)) {
      return latency(NetworkShape.SWITCH_LATENCY, "switch_latency");
    }
    String text = TimeSpan.print(chosen.latencySeconds());
    facts.add(assumed("switch_latency", text, "middle of what is known of " + chosen.name()));
    return chosen.latencySeconds();
  }

  private double latency(Key<Double> latency, String factKey) {
    Fields inner = fields.find(NetworkShape.LATENCY);
    Double given = inner == null ? null : inner.find(latency);
    if (inner == null || given == null) {
      facts.add(defaults.fact(factKey));
      return defaults.seconds(factKey);
    }
    facts.add(Fact.given(factKey, TimeSpan.print(given), inner.at(latency)));
    return given;
  }

  private boolean sharp(NetworkKind kind, SwitchChoice chosen) {
    boolean sharp = flag(NetworkShape.SHARP, "sharp", defaults.fact("sharp"));
    if (sharp && kind != NetworkKind.INFINIBAND) {
      refuse(
          NetworkShape.SHARP,
          "true",
          "false on " + Names.of(kind),
          "only InfiniBand switches reduce in the network");
    } else if (sharp && chosen.sharpVersion() == 0) {
      refuse(NetworkShape.SHARP, "true", "false with " + chosen.name(), "this switch has no SHARP");
    }
    return sharp;
  }

  private boolean flag(Key<Boolean> flag, String factKey, Fact standard) {
    Boolean given = fields.find(flag);
    if (given == null) {
      facts.add(standard);
      return Boolean.parseBoolean(standard.text());
    }
    given(flag, factKey, given.toString());
    return given;
  }

  private boolean adaptiveRouting(NetworkKind kind) {
    String standard = Boolean.toString(defaults.adaptiveRouting(kind));
    return flag(
        NetworkShape.ADAPTIVE_ROUTING,
        "adaptive_routing",
        assumed("adaptive_routing", standard, defaults.note(kind)));
  }

  private Staging staging() {
    int sharing = 1;
    List<List<Integer>> near = node.nearNics();
    if (!near.isEmpty() && !near.getFirst().isEmpty()) {
      sharing = (int) near.stream().filter(near.getFirst()::equals).count();
    }
    Double given = fields.find(NetworkShape.HOST_MEMORY_RATE);
    boolean coherent = node.gpu().entry().fact(GpuKeys.COHERENT_RATE.name()) != null;
    String standard = coherent ? "coherent_memory_rate_per_gpu" : "host_memory_rate_per_gpu";
    double memory = given == null ? defaults.bytesPerSecond(standard) : given / node.gpusPerHost();
    if (given == null) {
      facts.add(defaults.fact(standard));
    } else {
      given(NetworkShape.HOST_MEMORY_RATE, "host_memory_rate", new Bandwidth(given).toString());
    }
    facts.add(defaults.fact("staging_latency"));
    return new Staging(
        node.gpu().hostBytesPerSecond(), sharing, memory, defaults.seconds("staging_latency"));
  }

  /** Nodes of whole scale-up domains: a leaf group never cuts one. */
  private int nodesPerDomain() {
    return Math.max(1, node.domainGpus() / node.gpus());
  }

  private int nodesPerLeaf(Network open) {
    Fields leaf = fields.find(NetworkShape.LEAF);
    Integer given = leaf == null ? null : leaf.find(NetworkShape.TIER_NODES);
    int step = nodesPerDomain();
    if (leaf == null || given == null) {
      double in = node.nics() * node.nicBytesPerSecond() / open.rails();
      double room = open.switchBytesPerSecond() / (1 + 1 / open.leafOversubscription());
      int fit = in > 0 ? (int) Math.min(room / in * (1 + 1e-9), Integer.MAX_VALUE / 4) : nodes;
      int perLeaf = Math.max(step, fit / step * step);
      facts.add(
          assumed("nodes_per_leaf", Integer.toString(perLeaf), "what the switch has ports for"));
      return perLeaf;
    }
    if (given % step != 0) {
      problems.add(
          leaf.at(NetworkShape.TIER_NODES),
          path(NetworkShape.LEAF, NetworkShape.TIER_NODES),
          given.toString(),
          "whole scale-up domains, " + step + " nodes each",
          "");
    }
    facts.add(Fact.given("nodes_per_leaf", given.toString(), leaf.at(NetworkShape.TIER_NODES)));
    return given;
  }

  /**
   * Two layers when they have ports for all nodes; else as many leaves per pod as a spine has ports
   * for, one cable each.
   */
  private int nodesPerPod(Network leaves) {
    Fields spine = fields.find(NetworkShape.SPINE);
    Integer given = spine == null ? null : spine.find(NetworkShape.TIER_NODES);
    int perLeaf = leaves.nodesPerLeaf();
    if (spine != null && given != null) {
      if (given % perLeaf != 0) {
        problems.add(
            spine.at(NetworkShape.TIER_NODES),
            path(NetworkShape.SPINE, NetworkShape.TIER_NODES),
            given.toString(),
            "whole leaf groups, " + perLeaf + " nodes each",
            "");
      }
      facts.add(Fact.given("nodes_per_pod", given.toString(), spine.at(NetworkShape.TIER_NODES)));
      return given;
    }
    int perPod = leaves.nodesPerPod();
    if (!sized(leaves).misfit().isEmpty()) {
      double down = leaves.switchBytesPerSecond() / (1 + 1 / leaves.spineOversubscription());
      int leavesPerPod = (int) (down / leaves.leafUplinkBytesPerSecond() * (1 + 1e-9));
      perPod = Math.min(perPod, perLeaf * Math.max(1, leavesPerPod / leaves.rails()));
    }
    facts.add(assumed("nodes_per_pod", Integer.toString(perPod), "what a spine has ports for"));
    return perPod;
  }

  private FabricSize sized(Network network) {
    return FabricSize.of(
        new Cluster(node.name(), node, nodes, network, 0, 0, SystemConstants.NONE));
  }

  /** A fabric that was given must be buildable; one that is assumed only stands in. */
  private void checkSize(Network network) {
    if (problems.any()
        || !(fields.has(NetworkShape.LEAF)
            || fields.has(NetworkShape.SPINE)
            || fields.has(NetworkShape.SWITCH)
            || fields.has(NetworkShape.TOPOLOGY))) {
      return;
    }
    String misfit = sized(network).misfit();
    if (!misfit.isEmpty()) {
      problems.add(
          fields.at(),
          key,
          "",
          "a fabric that can be built: " + misfit,
          "fewer nodes per switch, more oversubscription or a larger switch");
    }
  }

  private void given(Key<?> from, String factKey, String text) {
    facts.add(Fact.given(factKey, text, fields.at(from)));
  }

  private static Fact assumed(String factKey, String text, String note) {
    return new Fact(factKey, text, "", Quality.ASSUMED, List.of(), note);
  }

  private void refuse(Key<?> at, String read, String expected, String hint) {
    problems.add(fields.at(at), path(at), read, expected, hint);
  }

  private String path(Key<?>... keys) {
    StringBuilder path = new StringBuilder(key);
    for (Key<?> part : keys) {
      path.append(path.isEmpty() ? "" : ".").append(part.name());
    }
    return path.toString();
  }
}
