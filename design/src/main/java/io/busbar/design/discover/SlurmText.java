package io.busbar.design.discover;

import io.busbar.formats.cabling.SlurmCables;
import io.busbar.formats.hosts.HostList;
import io.busbar.formats.hosts.NameOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A fabric as SLURM's tree. A node of SLURM is on one switch, so a leaf group (leaves that the same
 * hosts use, one for each rail) is one switch, a pod the one above, and one switch joins the pods.
 * Parts that do not reach each other stay apart. What was read as a tree is written as that tree,
 * with its names. Stateless.
 */
final class SlurmText {
  /** A switch and what is below it: nodes or switches. */
  private record Level(String name, List<String> children, List<String> nodes) {}

  private SlurmText() {}

  static String conf(Discovery fabric) {
    StringBuilder out = new StringBuilder(head(fabric));
    for (Level level : levels(fabric)) {
      out.append("SwitchName=").append(level.name);
      out.append(level.nodes.isEmpty() ? " Switches=" : " Nodes=").append(below(level));
      out.append('\n');
    }
    return out.toString();
  }

  static String yaml(Discovery fabric) {
    StringBuilder out = new StringBuilder(head(fabric));
    out.append("- topology: fabric\n  cluster_default: true\n  tree:\n    switches:\n");
    for (Level level : levels(fabric)) {
      out.append("      - switch: ").append(level.name).append('\n');
      out.append(level.nodes.isEmpty() ? "        children: " : "        nodes: ");
      out.append('"').append(below(level)).append("\"\n");
    }
    return out.toString();
  }

  private static String head(Discovery fabric) {
    return "# Leaf groups, pods and the whole of " + fabric.source() + "\n";
  }

  private static String below(Level level) {
    return HostList.compress(level.nodes.isEmpty() ? level.children : level.nodes);
  }

  /** The hosts of a leaf group, in the order of their names. */
  static List<String> nodes(Discovery fabric, int group) {
    List<String> nodes = new ArrayList<>();
    for (int host = 0; host < fabric.hosts().size(); host++) {
      if (fabric.groupOfHost(host) == group) {
        nodes.add(fabric.hosts().get(host));
      }
    }
    nodes.sort(NameOrder.NAMES);
    return nodes;
  }

  private static List<Level> levels(Discovery fabric) {
    return fabric.counted() ? ofGroups(fabric) : ofSwitches(fabric.wiring());
  }

  /** Nothing but who is below whom is known, so it is written as it was read. */
  private static List<Level> ofSwitches(Wiring wiring) {
    List<Level> levels = new ArrayList<>();
    for (int tier = 1; tier <= wiring.tiers(); tier++) {
      for (int node : wiring.switches(tier)) {
        List<String> nodes = new ArrayList<>();
        for (HostPort port : wiring.ports()) {
          if (port.leaf() == node) {
            nodes.add(wiring.hosts().get(port.host()));
          }
        }
        List<String> children = new ArrayList<>();
        for (int cable : wiring.cablesOf(node)) {
          int far = wiring.far(cable, node);
          // Which of two switches is above is what SLURM's own files tell, not their distance.
          if (wiring.tier(far) > 0 && wiring.cable(cable).port(far).equals(SlurmCables.UP)) {
            children.add(wiring.node(far).name());
          }
        }
        nodes.sort(NameOrder.NAMES);
        children.sort(NameOrder.NAMES);
        levels.add(new Level(wiring.node(node).name(), children, nodes));
      }
    }
    return levels;
  }

  private static List<Level> ofGroups(Discovery fabric) {
    List<Level> levels = new ArrayList<>();
    for (int group = 0; group < fabric.groups(); group++) {
      List<String> nodes = nodes(fabric, group);
      if (!nodes.isEmpty()) {
        levels.add(new Level("leafgroup" + group, List.of(), nodes));
      }
    }
    List<String> pods = new ArrayList<>();
    for (int pod = 0; pod < fabric.pods(); pod++) {
      List<String> children = new ArrayList<>();
      for (int group = 0; group < fabric.groups(); group++) {
        if (fabric.podOfGroup(group) == pod) {
          children.add("leafgroup" + group);
        }
      }
      if (children.size() > 1) {
        levels.add(new Level("pod" + pod, children, List.of()));
      }
      pods.add(children.size() > 1 ? "pod" + pod : children.getFirst());
    }
    boolean joined = fabric.wiring().tiers() > 2;
    if (pods.size() > 1 && joined) {
      levels.add(new Level("fabric", pods, List.of()));
    }
    return levels;
  }
}
