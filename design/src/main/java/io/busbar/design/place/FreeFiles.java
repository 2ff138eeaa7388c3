package io.busbar.design.place;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.hosts.HostText;
import io.busbar.formats.hosts.NameOrder;
import io.busbar.formats.hosts.NodeList;
import io.busbar.formats.hosts.NodeList.Host;
import io.busbar.formats.hosts.NodeListReader;
import io.busbar.formats.hosts.SlurmTopology;
import io.busbar.formats.hosts.SlurmTopologyReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the files of free nodes say: names in the scheduler's order, and SLURM's tree when there is
 * one. A tree alone means that all its nodes are free.
 *
 * @param names each once
 * @param tree null without one
 */
record FreeFiles(List<Named> names, @Nullable SlurmTopology tree) {

  /**
   * A free node.
   *
   * @param at where it is named
   */
  record Named(String name, Position at) {}

  FreeFiles {
    names = List.copyOf(names);
  }

  /**
   * @param gpus of a node, which a line's slots must agree with
   */
  static FreeFiles read(List<Path> files, int gpus, Problems problems) {
    List<Named> listed = new ArrayList<>();
    SlurmTopology tree = null;
    for (Path file : files) {
      String text = HostText.of(file);
      if (!SlurmTopologyReader.knows(text)) {
        list(NodeListReader.read(file.toString(), text, problems), gpus, listed, problems);
      } else if (tree == null) {
        tree = SlurmTopologyReader.read(file.toString(), text, problems);
      } else {
        problems.add(Position.of(file.toString()), "", "", "a single topology file", "");
      }
    }
    if (listed.isEmpty() && tree != null) {
      listed.addAll(nodes(tree));
    }
    return new FreeFiles(once(listed, problems), tree);
  }

  private static void list(NodeList list, int gpus, List<Named> into, Problems problems) {
    for (Host host : list.hosts()) {
      Position at = new Position(list.source(), host.line(), 0);
      if (host.slots() != 0 && host.slots() != gpus) {
        String expected = gpus + ", the GPUs of a node of the plan";
        problems.add(at, "slots", Integer.toString(host.slots()), expected, "");
      }
      into.add(new Named(host.name(), at));
    }
  }

  /** As SLURM hands them out: sorted. */
  private static List<Named> nodes(SlurmTopology tree) {
    List<Named> nodes = new ArrayList<>();
    for (SlurmTopology.Group group : tree.groups()) {
      Position at = new Position(tree.source(), group.line(), 0);
      group.nodes().forEach(name -> nodes.add(new Named(name, at)));
    }
    nodes.sort((a, b) -> NameOrder.NAMES.compare(a.name, b.name));
    return nodes;
  }

  private static List<Named> once(List<Named> all, Problems problems) {
    Map<String, Position> seen = new HashMap<>();
    List<Named> once = new ArrayList<>();
    for (Named node : all) {
      Position first = seen.putIfAbsent(node.name, node.at);
      if (first == null) {
        once.add(node);
      } else {
        problems.add(node.at, "", node.name, "each node once", "it stands at " + first);
      }
    }
    return once;
  }
}
