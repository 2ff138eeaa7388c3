package io.busbar.model.cluster;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.tree.Tree;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.catalog.NodeKeys;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Fact;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Binds the mapping of a cluster file. Used once per mapping; not thread-safe. */
final class ClusterBinder {
  private static final Set<Generation> WITH_IN_SWITCH_REDUCTION =
      Set.of(Generation.HOPPER, Generation.BLACKWELL);
  private static final int MAX_NICS_PER_GPU = 16;

  private final Fields fields;
  private final String key;
  private final Problems problems;

  private ClusterBinder(Fields fields, String key, Problems problems) {
    this.fields = fields;
    this.key = key;
    this.problems = problems;
  }

  /**
   * @return null after problems were added
   */
  static @Nullable Cluster bind(Tree tree, String key, Problems problems) {
    int before = problems.count();
    Fields fields = ClusterShape.SHAPE.read(tree, key, problems);
    Cluster cluster = new ClusterBinder(fields, key, problems).cluster();
    return problems.count() > before ? null : cluster;
  }

  private @Nullable Cluster cluster() {
    NodeType node = node();
    Integer nodes = fields.find(ClusterShape.NODES);
    if (node == null) {
      return null;
    }
    NodeType changed = withGpusUsed(withNics(node));
    check(changed);
    // the network is checked even when the count is wrong, so that all problems come at once
    int count = nodes == null ? 1 : nodes;
    String networkKey = path(ClusterShape.NETWORK);
    Fields network = fields.find(ClusterShape.NETWORK);
    if (network == null) {
      network =
          NetworkShape.SHAPE.read(new Tree.Mapping(fields.at(), Map.of()), networkKey, problems);
    }
    String name = fields.find(ClusterShape.NAME);
    Fields collectives = fields.find(ClusterShape.COLLECTIVES);
    Fields steps = fields.find(ClusterShape.STEPS);
    return Clusters.assemble(
            name != null ? name : changed.name() + ":" + count,
            changed,
            count,
            network,
            networkKey,
            problems)
        .withCollectives(
            collectives == null ? SystemConstants.NONE : CollectivesShape.bind(collectives))
        .withMachine(steps == null ? MachineConstants.NONE : StepsShape.bind(steps));
  }

  private @Nullable NodeType node() {
    if (!fields.has(ClusterShape.NODE)) {
      return null;
    }
    Tree given = fields.get(ClusterShape.NODE);
    Tree.Mapping changes = override();
    Catalog catalog = Catalog.standard();
    if (given instanceof Tree.Mapping own) {
      Map<String, Tree.Entry> figures = new LinkedHashMap<>(own.entries());
      figures.putAll(changes.entries());
      String name = own.text("name");
      figures.remove("name");
      return catalog.customNode(
          name == null ? "own-node" : name,
          new Tree.Mapping(own.at(), figures),
          path(ClusterShape.NODE),
          problems);
    }
    if (given instanceof Tree.Scalar scalar && !scalar.isNull()) {
      return changes.entries().isEmpty()
          ? catalog.node(scalar.text(), scalar.at(), problems)
          : catalog.node(
              scalar.text(), changes, path(ClusterShape.OVERRIDE), scalar.at(), problems);
    }
    problems.add(
        given.at(), path(ClusterShape.NODE), given.shown(), "the name of a node or a mapping", "");
    return null;
  }

  private Tree.Mapping override() {
    Tree given = fields.find(ClusterShape.OVERRIDE);
    if (given instanceof Tree.Mapping mapping) {
      return mapping;
    }
    if (given != null) {
      problems.add(
          given.at(), path(ClusterShape.OVERRIDE), given.shown(), "a mapping of figures", "");
    }
    return new Tree.Mapping(fields.at(), Map.of());
  }

  /** The node with the NICs that the file lists. */
  private NodeType withNics(NodeType node) {
    List<Fields> nics = fields.find(ClusterShape.NICS);
    if (nics == null) {
      return node;
    }
    List<List<Integer>> near = new ArrayList<>();
    for (int gpu = 0; gpu < node.gpus(); gpu++) {
      near.add(new ArrayList<>());
    }
    for (int nic = 0; nic < nics.size(); nic++) {
      Fields at = nics.get(nic);
      List<Integer> gpus = at.find(ClusterShape.NIC_GPUS);
      for (int gpu : gpus == null ? List.<Integer>of() : gpus) {
        if (gpu < node.gpus()) {
          near.get(gpu).add(nic);
        } else {
          problems.add(
              at.at(ClusterShape.NIC_GPUS),
              path(ClusterShape.NICS) + "[" + nic + "].gpus",
              Integer.toString(gpu),
              "GPUs from 0 to " + (node.gpus() - 1),
              "");
        }
      }
    }
    Fact count =
        Fact.given(
            NodeKeys.NICS.name(), Integer.toString(nics.size()), fields.at(ClusterShape.NICS));
    return with(node, node.entry().with(count), node.gpus(), nics.size(), near);
  }

  /** The node with only a part of its GPUs and NICs, as for 64 of the 72 GPUs of a rack. */
  private NodeType withGpusUsed(NodeType node) {
    Integer used = fields.find(ClusterShape.GPUS_USED);
    if (used == null || used == node.gpus()) {
      return node;
    }
    if (used > node.gpus() || node.domainGpus() != node.gpus()) {
      String whole =
          used > node.gpus()
              ? "at most the " + node.gpus() + " GPUs of " + node.name()
              : "no such key: the scale-up domain of " + node.name() + " is not the node";
      problems.add(
          fields.at(ClusterShape.GPUS_USED),
          path(ClusterShape.GPUS_USED),
          used.toString(),
          whole,
          "");
      return node;
    }
    int nics = Math.max(Math.min(1, node.nics()), node.nics() * used / node.gpus());
    List<List<Integer>> near = new ArrayList<>();
    for (List<Integer> all : node.nearNics().subList(0, used)) {
      near.add(all.stream().filter(nic -> nic < nics).toList());
    }
    Fact count =
        Fact.given(NodeKeys.GPUS.name(), used.toString(), fields.at(ClusterShape.GPUS_USED));
    return with(node, node.entry().with(count), used, nics, near);
  }

  private static NodeType with(
      NodeType node, CatalogEntry entry, int gpus, int nics, List<List<Integer>> near) {
    boolean wholeHosts = gpus % node.gpusPerHost() == 0;
    return new NodeType(
        entry,
        node.gpu(),
        gpus,
        wholeHosts ? node.gpusPerHost() : gpus,
        gpus == node.gpus() ? node.domainGpus() : gpus,
        node.scaleUp(),
        node.inSwitchReduction(),
        nics,
        node.nicModel(),
        node.nicBytesPerSecond(),
        near,
        node.network(),
        node.watts());
  }

  private void check(NodeType node) {
    boolean reduces = node.inSwitchReduction();
    if (reduces
        && (node.scaleUp() != ScaleUp.SWITCHED
            || !WITH_IN_SWITCH_REDUCTION.contains(node.gpu().generation()))) {
      refuse(
          NodeKeys.IN_SWITCH_REDUCTION,
          "true",
          "false with " + node.gpu().name(),
          "NVLS needs NVSwitch and a Hopper or Blackwell GPU");
    }
    Problems ofGrid = new Problems();
    Cluster.grid(node, ofGrid);
    for (Problem p : ofGrid.list()) {
      refuse(NodeKeys.SCALE_UP_GRID, p.read(), p.expected(), p.hint());
    }
    if (node.nics() > MAX_NICS_PER_GPU * node.gpus()) {
      refuse(
          NodeKeys.NICS,
          Integer.toString(node.nics()),
          "at most " + MAX_NICS_PER_GPU + " NIC ports per GPU",
          "");
    }
    if (node.nics() > 0 && node.nicBytesPerSecond() <= 0) {
      refuse(NodeKeys.NIC_RATE, "", "the rate of the NICs, e.g. 400Gb/s", "");
    }
  }

  /** A problem with a figure of the node, at the place where the file sets it. */
  private void refuse(Key<?> figure, String read, String expected, String hint) {
    for (Key<Tree> from : List.of(ClusterShape.OVERRIDE, ClusterShape.NODE)) {
      if (fields.find(from) instanceof Tree.Mapping m && m.get(figure.name()) instanceof Tree at) {
        problems.add(at.at(), path(from) + "." + figure.name(), read, expected, hint);
        return;
      }
    }
    Position at = fields.at(ClusterShape.NODE);
    problems.add(at, path(ClusterShape.NODE), read, expected, hint);
  }

  private String path(Key<?> part) {
    return key.isEmpty() ? part.name() : key + "." + part.name();
  }
}
