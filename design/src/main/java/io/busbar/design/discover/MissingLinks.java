package io.busbar.design.discover;

import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Cables between switches that the regular pattern has and the fabric lacks. Switches of a tier are
 * alike when they share at least half of their switches above; most of those alike must reach a
 * switch for it to be the rule, with the most common number of cables.
 */
final class MissingLinks {
  /**
   * Two switches with fewer cables than the rule.
   *
   * @param lower the one nearer to the hosts
   */
  record Pair(int lower, int upper, int has, int rule) {}

  private final Wiring wiring;
  private final List<Pair> missing = new ArrayList<>();

  MissingLinks(Wiring wiring) {
    this.wiring = wiring;
    for (int tier = 1; tier < wiring.tiers(); tier++) {
      find(tier);
    }
  }

  List<Pair> pairs() {
    return missing;
  }

  void report(List<Finding> found) {
    if (!missing.isEmpty()) {
      found.add(
          FabricChecks.finding(
              "missing-link",
              Severity.WARNING,
              FabricChecks.count(missing.size(), "pair of switches lacks", "pairs of switches lack")
                  + " cables that the others have",
              "what they carry falls on fewer links, and the leaf is oversubscribed more",
              missing.stream().map(this::describe).toList(),
              "look at the ports for a cable that is down, or plugged elsewhere"));
    }
  }

  private void find(int tier) {
    List<Integer> switches = wiring.switches(tier);
    Map<Integer, Map<Integer, Integer>> above = new TreeMap<>();
    for (int node : switches) {
      Map<Integer, Integer> cables = new TreeMap<>();
      wiring.uplinks(node).forEach(c -> cables.merge(wiring.far(c, node), 1, Integer::sum));
      above.put(node, cables);
    }
    Map<Map<Integer, Integer>, Map<Integer, Integer>> rules = new HashMap<>();
    above.forEach((node, own) -> {
      Map<Integer, Integer> rule = rules.computeIfAbsent(own, o -> rule(o, above));
      rule.forEach((upper, cables) -> {
        int has = own.getOrDefault(upper, 0);
        if (has < cables) {
          missing.add(new Pair(node, upper, has, cables));
        }
      });
    });
  }

  private static Map<Integer, Integer> rule(
      Map<Integer, Integer> own, Map<Integer, Map<Integer, Integer>> above) {
    List<Map<Integer, Integer>> alike = new ArrayList<>();
    for (Map<Integer, Integer> other : above.values()) {
      long shared = other.keySet().stream().filter(own::containsKey).count();
      if (2 * shared >= Math.max(own.size(), other.size()) && shared > 0) {
        alike.add(other);
      }
    }
    Map<Integer, Map<Integer, Integer>> counts = new TreeMap<>();
    for (Map<Integer, Integer> other : alike) {
      other.forEach((upper, n) ->
          counts.computeIfAbsent(upper, u -> new TreeMap<>()).merge(n, 1, Integer::sum));
    }
    Map<Integer, Integer> rule = new TreeMap<>();
    counts.forEach((upper, byCount) -> {
      int reach = byCount.values().stream().mapToInt(Integer::intValue).sum();
      if (2 * reach > alike.size()) {
        rule.put(upper, commonest(byCount));
      }
    });
    return rule;
  }

  private static int commonest(Map<Integer, Integer> byCount) {
    int best = 0;
    for (Map.Entry<Integer, Integer> e : byCount.entrySet()) {
      best = e.getValue() >= byCount.getOrDefault(best, 0) ? e.getKey() : best;
    }
    return best;
  }

  private String describe(Pair pair) {
    String switches =
        wiring.node(pair.lower).label() + " - " + wiring.node(pair.upper).label() + ": ";
    return switches + pair.has + " of " + FabricChecks.count(pair.rule, "cable", "cables");
  }
}
