package io.busbar.design.discover;

import io.busbar.formats.hosts.HostList;
import io.busbar.formats.hosts.NameOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A fabric as SLURM's tree. A node of SLURM is on one switch, so a leaf group (leaves that the same
 * hosts use, one for each rail) is one switch, a pod the one above, and one switch joins the pods.
 * Parts that do not reach each other stay apart. Stateless.
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

  private static List<Level> levels(Discovery fabric) {
    List<Level> levels = new ArrayList<>();
    for (int group = 0; group < fabric.groups(); group++) {
      List<String> nodes = new ArrayList<>();
      for (int host = 0; host < fabric.hosts().size(); host++) {
        if (fabric.groupOfHost(host) == group) {
          nodes.add(fabric.hosts().get(host));
        }
      }
      nodes.sort(NameOrder.NAMES);
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
