package io.busbar.model.cluster;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fabric.Aspect;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.FabricRequest.Blocks;
import io.busbar.model.fabric.FabricTopology;
import io.busbar.model.fabric.Ratio;
import io.busbar.model.fabric.Refusals;
import io.busbar.model.fabric.Sizer;
import io.busbar.model.fact.Fact;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.SwitchType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the fabric of a cluster from what its file says, else from what is usual for its nodes, and
 * remembers which it was. Used once per network; not thread-safe.
 */
final class FabricBinder {
  private final NodeType node;
  private final int nodes;
  private final Fields fields;
  private final String key;
  private final Problems problems;
  private final List<Fact> facts;
  private final NetworkDefaults defaults = NetworkDefaults.standard();

  /**
   * @param key dotted path of the network, for messages
   * @param facts where what was found is added
   */
  FabricBinder(
      NodeType node, int nodes, Fields fields, String key, Problems problems, List<Fact> facts) {
    this.node = node;
    this.nodes = nodes;
    this.fields = fields;
    this.key = key;
    this.problems = problems;
    this.facts = facts;
  }

  /** The fabric; check the problems before it is used. */
  FabricDesign bind(NetworkKind kind) {
    FabricTopology topology = topology();
    Integer rails = rails(topology);
    Ratio leafOver = oversubscription(NetworkShape.LEAF);
    Ratio spineOver = oversubscription(NetworkShape.SPINE);
    SwitchType type = switchType(kind);
    double leafLink = linkRate(NetworkShape.LEAF, node.nicBytesPerSecond(), "leaf_link_rate");
    double spineLink =
        linkRate(
            NetworkShape.SPINE,
            leafLink > 0 ? leafLink : node.nicBytesPerSecond(),
            "spine_link_rate");
    Blocks blocks =
        new Blocks(
            given(NetworkShape.LEAF), given(NetworkShape.SPINE), 0, rails == null ? 0 : rails);
    FabricRequest asked =
        new FabricRequest(
            node,
            nodes,
            nodes,
            type,
            type,
            topology,
            planes(topology, type),
            leafLink,
            spineLink,
            blocks,
            leafOver,
            spineOver);
    FabricDesign fabric = sized(asked.withLeafOver(Sizer.nearestRatio(asked)));
    if (rails == null) {
      String count = Integer.toString(fabric.request().rails());
      facts.add(assumed("rails", count, "NICs of a host, at most one per GPU"));
    }
    ratioFact("leaf_oversubscription", NetworkShape.LEAF, fabric.leafOversubscription());
    ratioFact("spine_oversubscription", NetworkShape.SPINE, fabric.spineOversubscription());
    blockFacts(fabric);
    return fabric;
  }

  /** A fabric that was given must be buildable; for one that is assumed another stands in. */
  private FabricDesign sized(FabricRequest request) {
    boolean given =
        fields.has(NetworkShape.LEAF)
            || fields.has(NetworkShape.SPINE)
            || fields.has(NetworkShape.SWITCH)
            || fields.has(NetworkShape.RAILS)
            || fields.has(NetworkShape.PLANES)
            || fields.has(NetworkShape.TOPOLOGY);
    FabricDesign design =
        !given || problems.any() || node.nics() == 0 ? null : Sizer.size(request, refusals());
    return design == null ? Sizer.assumed(request) : check(design);
  }

  /** Blocks that a file gives are there as it says, or the file is wrong. */
  private FabricDesign check(FabricDesign design) {
    FabricRequest request = design.request();
    int perLeaf = request.blocks().nodesPerLeaf();
    int hosts = perLeaf * request.hostsPerNode();
    int perGroup = design.hostsPerGroup() / request.hostsPerNode();
    boolean cut =
        perLeaf < nodes ? design.hostsPerGroup() != hosts : design.tree().leafGroups() > 1;
    if (perLeaf > 0 && hosts % request.hostsPerStep() != 0) {
      int step = request.hostsPerStep() / request.hostsPerNode();
      refuse(NetworkShape.LEAF, perLeaf, "whole scale-up domains, " + step + " nodes each");
    } else if (perLeaf > 0 && design.tree().tiers() > 1 && cut) {
      String room = " nodes, for which a leaf of " + design.leafRadix() + " ports has room";
      refuse(NetworkShape.LEAF, perLeaf, "at most " + perGroup + room);
    }
    int perPod = request.blocks().nodesPerPod();
    if (perPod > 0
        && perPod < nodes
        && perPod * request.hostsPerNode() % design.hostsPerGroup() != 0) {
      refuse(NetworkShape.SPINE, perPod, "whole leaf groups, " + perGroup + " nodes each");
    }
    return design;
  }

  private void refuse(Key<Fields> tier, int read, String expected) {
    problems.add(
        fields.get(tier).at(NetworkShape.TIER_NODES),
        path(tier, NetworkShape.TIER_NODES),
        Integer.toString(read),
        expected,
        "");
  }

  private Refusals refusals() {
    return (aspect, read, expected, hint) -> {
      Key<?>[] at = keys(aspect);
      problems.add(position(at), path(at), read, expected, hint);
    };
  }

  private static Key<?>[] keys(Aspect aspect) {
    return switch (aspect) {
      case NODE, SPARES -> new Key<?>[] {};
      case TOPOLOGY -> new Key<?>[] {NetworkShape.TOPOLOGY};
      case SWITCH, SPINE_SWITCH -> new Key<?>[] {NetworkShape.SWITCH};
      case UPLINK -> new Key<?>[] {NetworkShape.LEAF, NetworkShape.LINK_RATE};
      case CORE_LINK -> new Key<?>[] {NetworkShape.SPINE, NetworkShape.LINK_RATE};
      case OVERSUBSCRIPTION -> new Key<?>[] {NetworkShape.LEAF, NetworkShape.OVERSUBSCRIPTION};
      case RAILS -> new Key<?>[] {NetworkShape.RAILS};
    };
  }

  /** Where the file says it, else where it says the most of it. */
  private Position position(Key<?>... at) {
    if (at.length == 0 || !fields.has(at[0])) {
      return fields.at();
    }
    if (at.length > 1 && fields.get(at[0]) instanceof Fields inner && inner.has(at[1])) {
      return inner.at(at[1]);
    }
    return fields.at(at[0]);
  }

  private FabricTopology topology() {
    FabricTopology topology = fields.find(NetworkShape.TOPOLOGY);
    if (topology != null) {
      facts.add(Fact.given("topology", topology.word(), fields.at(NetworkShape.TOPOLOGY)));
      return topology;
    }
    FabricTopology standard = UsualFabric.topology(node);
    Fact fact = defaults.fact(UsualFabric.topologyFact(node));
    facts.add(
        new Fact("topology", standard.word(), "", fact.quality(), fact.sources(), fact.note()));
    return standard;
  }

  private int planes(FabricTopology topology, SwitchType type) {
    Integer given = fields.find(NetworkShape.PLANES);
    if (given != null) {
      facts.add(Fact.given("planes", given.toString(), fields.at(NetworkShape.PLANES)));
      return given;
    }
    int planes = UsualFabric.planes(topology, node, type);
    if (planes > 1) {
      String note = "the fewest that the switch has ports for";
      facts.add(assumed("planes", Integer.toString(planes), note));
    }
    return planes;
  }

  private @Nullable Integer rails(FabricTopology topology) {
    Integer given = fields.find(NetworkShape.RAILS);
    if (given == null) {
      return null;
    }
    int nics = Math.max(1, node.nics() * node.gpusPerHost() / node.gpus());
    Position at = fields.at(NetworkShape.RAILS);
    if (topology == FabricTopology.FAT_TREE && given != 1) {
      String hint = "rails need topology: rail-fat-tree";
      problems.add(at, path(NetworkShape.RAILS), given.toString(), "1 with fat-tree", hint);
    } else if (nics % given != 0) {
      String expected = "a number that divides the NICs of a host, " + nics;
      problems.add(at, path(NetworkShape.RAILS), given.toString(), expected, "");
    }
    facts.add(Fact.given("rails", given.toString(), at));
    return nics % given == 0 ? given : null;
  }

  private SwitchType switchType(NetworkKind kind) {
    String name = fields.find(NetworkShape.SWITCH);
    if (name == null) {
      SwitchType usual = UsualFabric.switchType(node, kind);
      facts.add(assumed("switch", usual.name(), defaults.note(kind)));
      return usual;
    }
    Position at = fields.at(NetworkShape.SWITCH);
    facts.add(Fact.given("switch", name, at));
    SwitchType type = Catalog.standard().switchType(name, at, problems);
    if (type != null && type.network() == null) {
      String hint = "this one joins GPUs inside a node";
      problems.add(at, path(NetworkShape.SWITCH), name, "a network switch", hint);
    }
    return type == null ? UsualFabric.switchType(node, kind) : type;
  }

  private Ratio oversubscription(Key<Fields> tier) {
    Fields inner = fields.find(tier);
    Ratio given = inner == null ? null : inner.find(NetworkShape.OVERSUBSCRIPTION);
    return given == null ? Ratio.ONE : given;
  }

  private void ratioFact(String factKey, Key<Fields> tier, double built) {
    Fields inner = fields.find(tier);
    Ratio given = inner == null ? null : inner.find(NetworkShape.OVERSUBSCRIPTION);
    if (inner == null || given == null) {
      Fact standard = defaults.fact("oversubscription");
      facts.add(
          new Fact(
              factKey,
              standard.text(),
              "",
              standard.quality(),
              standard.sources(),
              standard.note()));
      return;
    }
    Position at = inner.at(NetworkShape.OVERSUBSCRIPTION);
    boolean exact = Math.abs(built - given.value()) < 1e-9 || built == 1;
    String asBuilt = exact ? "" : String.format(java.util.Locale.ROOT, "; %.3f:1 as built", built);
    facts.add(Fact.given(factKey, given + asBuilt, at));
  }

  /** 0 when the file does not say. */
  private double linkRate(Key<Fields> tier, double standard, String factKey) {
    Fields inner = fields.find(tier);
    Double given = inner == null ? null : inner.find(NetworkShape.LINK_RATE);
    if (inner == null || given == null) {
      facts.add(assumed(factKey, new Bandwidth(standard).inBits(), "as the links below"));
      return 0;
    }
    Position at = inner.at(NetworkShape.LINK_RATE);
    if (given == 0) {
      problems.add(at, path(tier, NetworkShape.LINK_RATE), "0", "a rate above 0", "");
    }
    facts.add(Fact.given(factKey, new Bandwidth(given).inBits(), at));
    return given;
  }

  /** Nodes below one switch of a tier; 0 when the file does not say. */
  private int given(Key<Fields> tier) {
    Fields inner = fields.find(tier);
    Integer count = inner == null ? null : inner.find(NetworkShape.TIER_NODES);
    return count == null ? 0 : count;
  }

  private void blockFacts(FabricDesign fabric) {
    long perLeaf = fabric.gpusPerGroup();
    blockFact("nodes_per_leaf", NetworkShape.LEAF, perLeaf, "what the switch has ports for");
    long perPod = perLeaf * fabric.tree().groupsPerPod();
    blockFact("nodes_per_pod", NetworkShape.SPINE, perPod, "what a spine has ports for");
  }

  private void blockFact(String factKey, Key<Fields> tier, long gpus, String note) {
    Fields inner = fields.find(tier);
    if (inner != null && inner.has(NetworkShape.TIER_NODES)) {
      String text = Integer.toString(given(tier));
      facts.add(Fact.given(factKey, text, inner.at(NetworkShape.TIER_NODES)));
      return;
    }
    boolean whole = gpus % node.gpus() == 0;
    String text = whole ? Long.toString(gpus / node.gpus()) : gpus + " GPUs";
    facts.add(assumed(factKey, text, note));
  }

  private static Fact assumed(String factKey, String text, String note) {
    return new Fact(factKey, text, "", Quality.ASSUMED, List.of(), note);
  }

  private String path(Key<?>... keys) {
    StringBuilder path = new StringBuilder(key);
    for (Key<?> part : keys) {
      path.append(path.isEmpty() ? "" : ".").append(part.name());
    }
    return path.toString();
  }
}
