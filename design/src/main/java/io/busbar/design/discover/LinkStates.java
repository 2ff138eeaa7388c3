package io.busbar.design.discover;

import io.busbar.formats.fabric.Cable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which links run slower or faster than their like: below the most common rate of the links between
 * the same tiers, or below what the tool says that both ends can do. Immutable.
 */
final class LinkStates {
  private static final double SLACK = 0.999;

  private final Wiring wiring;
  private final Map<Integer, String> rule = new HashMap<>();
  private final List<Integer> degraded = new ArrayList<>();
  private final List<Integer> faster = new ArrayList<>();
  private final Set<Integer> slow = new HashSet<>();

  private LinkStates(Wiring wiring) {
    this.wiring = wiring;
  }

  static LinkStates of(Wiring wiring) {
    LinkStates states = new LinkStates(wiring);
    Map<Integer, Map<String, Integer>> counts = new HashMap<>();
    Map<String, Double> rates = new HashMap<>();
    int cables = wiring.dump().cables().size();
    for (int c = 0; c < cables; c++) {
      Cable cable = wiring.cable(c);
      if (cable.bytesPerSecond() > 0) {
        counts
            .computeIfAbsent(states.kind(cable), k -> new HashMap<>())
            .merge(cable.rate(), 1, Integer::sum);
        rates.put(cable.rate(), cable.bytesPerSecond());
      }
    }
    counts.forEach((kind, byRate) -> states.rule.put(kind, commonest(byRate, rates)));
    for (int c = 0; c < cables; c++) {
      Cable cable = wiring.cable(c);
      String usual = states.rule.get(states.kind(cable));
      double rule = usual == null ? 0 : rates.getOrDefault(usual, 0.0);
      boolean below = cable.bytesPerSecond() > 0 && cable.bytesPerSecond() < SLACK * rule;
      if (rule > 0 && cable.bytesPerSecond() * SLACK > rule) {
        states.faster.add(c);
      }
      if (below || !cable.couldBe().isEmpty()) {
        states.degraded.add(c);
        states.slow.add(c);
      }
    }
    return states;
  }

  /** The tiers that it joins; adapters are tier 0. */
  private int kind(Cable cable) {
    int a = wiring.tier(cable.nodeA());
    int b = wiring.tier(cable.nodeB());
    return 8 * Math.max(a, b) + Math.min(a, b);
  }

  /** Of two as common rates the higher. */
  private static String commonest(Map<String, Integer> byRate, Map<String, Double> rates) {
    String best = "";
    for (String rate : byRate.keySet()) {
      int more = byRate.getOrDefault(rate, 0) - byRate.getOrDefault(best, 0);
      boolean faster = rates.getOrDefault(rate, 0.0) > rates.getOrDefault(best, 0.0);
      best = more > 0 || (more == 0 && faster) ? rate : best;
    }
    return best;
  }

  List<Integer> degraded() {
    return degraded;
  }

  /** Above the most common rate: either these are new, or most of the others are degraded. */
  List<Integer> faster() {
    return faster;
  }

  boolean isDegraded(int cable) {
    return slow.contains(cable);
  }

  String describe(int index) {
    Cable cable = wiring.cable(index);
    String usual = rule.getOrDefault(kind(cable), "");
    String than =
        cable.couldBe().isEmpty() ? "others " + usual : "both ends can do " + cable.couldBe();
    return wiring.node(cable.nodeA()).label()
        + " "
        + cable.port(cable.nodeA())
        + " - "
        + wiring.node(cable.nodeB()).label()
        + " "
        + cable.port(cable.nodeB())
        + ": "
        + cable.rate()
        + ", "
        + than
        + wiring.place(index);
  }
}
