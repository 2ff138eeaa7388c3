package io.busbar.design;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Names;
import io.busbar.formats.tree.Tree;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.SwitchType;
import java.util.Map;

/** The switch that clusters of a node are assumed to have. Stateless. */
final class UsualSwitch {
  private static final Position AT = Position.of("--switch");

  private UsualSwitch() {}

  /**
   * As a cluster file would get that names the network only.
   *
   * @throws io.busbar.base.problem.InputException when none of the catalogue is known for it
   */
  static SwitchType of(NodeType node, NetworkKind kind) {
    Problems problems = new Problems();
    Tree.Mapping empty = new Tree.Mapping(AT, Map.of());
    Tree.Mapping cluster =
        empty
            .with("node", scalar(node.name()))
            .with("nodes", scalar("1"))
            .with("network", empty.with("kind", scalar(Names.of(kind))));
    Cluster assumed = Clusters.read(cluster, "", problems);
    problems.throwIfAny();
    String name = assumed == null ? "" : assumed.network().switchModel();
    SwitchType type = Catalog.standard().switchType(name, AT, problems);
    problems.throwIfAny();
    if (type == null) {
      throw new IllegalStateException("no switch and no problem for " + name);
    }
    return type;
  }

  private static Tree scalar(String text) {
    return new Tree.Scalar(AT, text, false);
  }
}
