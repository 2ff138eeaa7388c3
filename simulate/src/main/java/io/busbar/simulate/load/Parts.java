package io.busbar.simulate.load;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.simulate.fabric.Fabric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Links and switches of a fabric by name: those that are broken, or those looked at. Immutable. */
public final class Parts {
  private final boolean[] port;
  private final List<String> names;

  private Parts(boolean[] port, List<String> names) {
    this.port = port;
    this.names = List.copyOf(names);
  }

  /** None of the fabric's. */
  public static Parts none(Fabric fabric) {
    return new Parts(new boolean[fabric.ports()], List.of());
  }

  /**
   * Reads names: {@code spine3} for a switch, {@code leaf0-spine3} for all cables between two
   * switches, {@code leaf0-spine3:1} for the second of them, {@code endpoint5-leaf0} for a NIC.
   *
   * @param at what complaints point to
   */
  public static Parts of(Fabric fabric, List<String> names, Position at, Problems problems) {
    Map<String, Integer> nodes = new LinkedHashMap<>();
    for (int node = 0; node < fabric.nodes(); node++) {
      nodes.put(shortName(fabric, node), node);
    }
    boolean[] port = new boolean[fabric.ports()];
    for (String name : names) {
      String[] ends = name.toLowerCase(Locale.ROOT).replace("gpu", "endpoint").split("[-:]");
      Integer first = nodes.get(ends[0]);
      Integer second = ends.length > 1 ? nodes.get(ends[1]) : null;
      if (first == null || (ends.length > 1 && second == null)) {
        String wrong = first == null ? ends[0] : ends[1];
        String hint = Nearest.hint(wrong, nodes.keySet());
        problems.add(at, "", name, "a link such as leaf0-spine1, or a switch", hint);
        continue;
      }
      int cable = ends.length > 2 && ends[2].matches("\\d{1,6}") ? Integer.parseInt(ends[2]) : -1;
      if (mark(fabric, port, first, second == null ? -1 : second, cable) == 0) {
        problems.add(at, "", name, "two ends that are joined", "");
      }
    }
    return new Parts(port, names);
  }

  private static int mark(Fabric fabric, boolean[] named, int node, int far, int cable) {
    int marked = 0;
    int seen = 0;
    for (int port = fabric.firstPort(node); port < fabric.endPort(node); port++) {
      if (!fabric.joined(port)) {
        continue;
      }
      boolean meant = far < 0 || fabric.owner(fabric.peer(port)) == far;
      if (meant && (cable < 0 || seen == cable)) {
        named[port] = true;
        named[fabric.peer(port)] = true;
        marked++;
      }
      seen += meant ? 1 : 0;
    }
    return marked;
  }

  /** A node's name without blanks: {@code spine3}. */
  public static String shortName(Fabric fabric, int node) {
    return fabric.nodeName(node).replace(" ", "");
  }

  /** Whether a port belongs to a part that was named. */
  public boolean holds(int index) {
    return port[index];
  }

  /** Whether any was named. */
  public boolean any() {
    return !names.isEmpty();
  }

  /** What was named. */
  public List<String> names() {
    return new ArrayList<>(names);
  }
}
