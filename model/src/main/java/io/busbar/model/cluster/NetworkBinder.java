package io.busbar.model.cluster;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Names;
import io.busbar.formats.tree.Tree;
import io.busbar.model.catalog.GpuKeys;
import io.busbar.model.catalog.NodeKeys;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.Wiring;
import io.busbar.model.fact.Fact;
import io.busbar.model.fact.Range;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
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
    FabricBinder binder = new FabricBinder(node, nodes, fields, key, problems, facts);
    FabricDesign fabric = binder.bind(kind);
    SwitchType chosen = fabric.request().switchType();
    return new Network(
        kind,
        fabric,
        wiring(fabric),
        1,
        leafLatency(),
        switchLatency(chosen),
        latency(NetworkShape.LINK_LATENCY, "link_latency"),
        sharp(kind, chosen),
        flag(NetworkShape.GPUDIRECT, "gpudirect", defaults.fact("gpudirect")),
        staging(),
        adaptiveRouting(kind),
        facts);
  }

  private Wiring wiring(FabricDesign fabric) {
    Tree given = fields.find(NetworkShape.WIRING);
    if (given == null || problems.any()) {
      return Wiring.REGULAR;
    }
    Wiring wiring = new WiringReader(fabric, path(NetworkShape.WIRING), problems).read(given);
    String text = given instanceof Tree.Scalar ? wiring.toString() : "as listed";
    given(NetworkShape.WIRING, "wiring", text);
    return wiring;
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

  private double switchLatency(SwitchType chosen) {
    Fields inner = fields.find(NetworkShape.LATENCY);
    if (inner != null && inner.has(NetworkShape.SWITCH_LATENCY)) {
      return latency(NetworkShape.SWITCH_LATENCY, "switch_latency");
    }
    Range known = chosen.latencySeconds();
    double middle = known == null ? defaults.seconds("switch_latency") : known.middle();
    String note = "middle of what is known of " + chosen.name();
    facts.add(assumed("switch_latency", TimeSpan.print(middle), note));
    return middle;
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

  private boolean sharp(NetworkKind kind, SwitchType chosen) {
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
