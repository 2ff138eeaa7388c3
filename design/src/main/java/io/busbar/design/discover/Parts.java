package io.busbar.design.discover;

import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Whether the switches of a fabric hold together. */
final class Parts {
  private final Wiring wiring;
  private final Rails rails;

  Parts(Wiring wiring, Rails rails) {
    this.wiring = wiring;
    this.rails = rails;
  }

  void report(List<Finding> found) {
    Sets sets = new Sets(wiring.dump().nodes().size());
    for (int tier = 1; tier <= wiring.tiers(); tier++) {
      for (int node : wiring.switches(tier)) {
        for (int cable : wiring.cablesOf(node)) {
          int far = wiring.far(cable, node);
          if (wiring.tier(far) > 0) {
            sets.join(node, far);
          }
        }
      }
    }
    Map<Integer, List<Integer>> leaves = new TreeMap<>();
    for (int leaf : wiring.switches(1)) {
      leaves.computeIfAbsent(sets.of(leaf), s -> new ArrayList<>()).add(leaf);
    }
    if (leaves.size() > 1) {
      found.add(finding(leaves.values()));
    }
  }

  private Finding finding(Iterable<List<Integer>> parts) {
    List<String> lines = new ArrayList<>();
    boolean byRail = rails.count() > 1;
    for (List<Integer> leaves : parts) {
      Set<Integer> seen = new TreeSet<>();
      leaves.forEach(leaf -> seen.add(rails.railOfLeaf(leaf)));
      byRail &= seen.size() == 1;
      String first = wiring.node(leaves.getFirst()).label();
      lines.add(
          FabricChecks.count(leaves.size(), "leaf", "leaves")
              + ", such as "
              + first
              + ", rails "
              + seen);
    }
    return byRail
        ? FabricChecks.finding(
            "rails-apart",
            Severity.INFO,
            "the rails are " + lines.size() + " networks without a link between them",
            "a rail-only design: traffic between rails goes through the hosts' scale-up links",
            lines,
            "nothing, when it was built so")
        : FabricChecks.finding(
            "disconnected",
            Severity.CRITICAL,
            "the fabric falls into " + lines.size() + " parts",
            "hosts of one part cannot reach those of another",
            lines,
            "look at the links between their switches, or make the dump of the whole fabric");
  }
}
