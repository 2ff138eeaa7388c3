package io.busbar.design.discover;

import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What leaves carry down and up: oversubscription of each, and whether they differ. Immutable. */
final class LeafLoads {

  /**
   * A leaf.
   *
   * @param hostCables cables to hosts
   * @param uplinks cables to spines
   * @param down what the cables to hosts carry together, as {@link Wiring#weight}
   * @param up what the cables to spines carry together
   */
  record Load(int leaf, int hostCables, int uplinks, double down, double up) {

    /** Bandwidth from below over bandwidth upwards; 0 without uplinks. */
    double oversubscription() {
      return up == 0 ? 0 : down / up;
    }
  }

  private static final double ALIKE = 1.01;

  private final Wiring wiring;
  private final Rails rails;
  private final List<Load> loads = new ArrayList<>();

  LeafLoads(Wiring wiring, Rails rails) {
    this.wiring = wiring;
    this.rails = rails;
    Map<Integer, List<Integer>> down = new TreeMap<>();
    for (HostPort port : rails.ports()) {
      down.computeIfAbsent(port.leaf(), l -> new ArrayList<>()).add(port.cable());
    }
    for (int leaf : wiring.switches(1)) {
      List<Integer> below = down.getOrDefault(leaf, List.of());
      List<Integer> up = wiring.uplinks(leaf);
      loads.add(new Load(leaf, below.size(), up.size(), wiring.weight(below), wiring.weight(up)));
    }
  }

  List<Load> loads() {
    return loads;
  }

  /** Oversubscription of the whole tier; 0 without uplinks. */
  double oversubscription() {
    double down = loads.stream().mapToDouble(Load::down).sum();
    double up = loads.stream().mapToDouble(Load::up).sum();
    return up == 0 ? 0 : down / up;
  }

  /** Leaves that are more oversubscribed than most. */
  void report(List<Finding> found) {
    List<Double> sorted = loads.stream().map(Load::oversubscription).sorted().toList();
    double middle = sorted.isEmpty() ? 0 : sorted.get((sorted.size() - 1) / 2);
    List<String> worse = new ArrayList<>();
    for (Load load : loads) {
      if (middle > 0 && load.oversubscription() > Math.max(1, middle) * ALIKE) {
        worse.add(
            String.format(
                Locale.ROOT,
                "%s: %.2f:1 with %d cables down and %d up, most have %.2f:1",
                wiring.node(load.leaf()).label(),
                load.oversubscription(),
                load.hostCables(),
                load.uplinks(),
                middle));
      }
    }
    if (!worse.isEmpty()) {
      found.add(
          FabricChecks.finding(
              "asymmetric-leaf",
              Severity.WARNING,
              FabricChecks.count(worse.size(), "leaf is", "leaves are")
                  + " more oversubscribed than the others",
              "groups that cross it are slower than the plan says for the fabric as a whole",
              worse,
              "add the uplinks that are missing, or keep such groups off it"));
    }
    lost(found);
  }

  /** Leaves without any way up where others have one. */
  private void lost(List<Finding> found) {
    boolean some = loads.stream().anyMatch(load -> load.uplinks() > 0);
    List<String> alone = new ArrayList<>();
    for (Load load : loads) {
      if (some && load.uplinks() == 0) {
        alone.add(wiring.node(load.leaf()).label() + ", rail " + rails.railOfLeaf(load.leaf()));
      }
    }
    if (!alone.isEmpty()) {
      found.add(
          FabricChecks.finding(
              "leaf-without-uplinks",
              Severity.CRITICAL,
              FabricChecks.count(alone.size(), "leaf has", "leaves have") + " no uplink",
              "its hosts reach only each other",
              alone,
              "look at its ports towards the spines"));
    }
  }
}
