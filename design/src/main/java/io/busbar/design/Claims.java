package io.busbar.design;

import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.model.fabric.FabricDesign;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figures of a quote, a sheet or a published table, against what the sizing rules give. */
final class Claims {
  static final List<String> NAMES =
      List.of(
          "gpus",
          "nodes",
          "switches",
          "leaf_switches",
          "spine_switches",
          "core_switches",
          "node_leaf_cables",
          "leaf_spine_cables",
          "spine_core_cables");

  private Claims() {}

  private static Map<String, Long> counts(FabricDesign design) {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("gpus", (long) design.gpus());
    counts.put("nodes", (long) design.request().nodes());
    counts.put("switches", (long) design.switches());
    counts.put("leaf_switches", (long) design.leafSwitches());
    counts.put("spine_switches", (long) design.spineSwitches());
    counts.put("core_switches", (long) design.coreSwitches());
    counts.put("node_leaf_cables", design.nodeLeafCables());
    counts.put("leaf_spine_cables", design.leafSpineCables());
    counts.put("spine_core_cables", design.spineCoreCables());
    return counts;
  }

  /** A finding for each claim that differs. */
  static List<Finding> check(Map<String, Long> claims, FabricDesign design) {
    Map<String, Long> counts = counts(design);
    List<Finding> findings = new ArrayList<>();
    claims.forEach((name, claimed) -> {
      long ours = counts.getOrDefault(name, 0L);
      if (ours != claimed) {
        findings.add(finding(name, claimed, ours, design));
      }
    });
    return findings;
  }

  private static Finding finding(String name, long claimed, long ours, FabricDesign design) {
    boolean fewer = claimed < ours;
    String why =
        name.equals("gpus") || name.equals("nodes")
            ? "the rest of the design is for another number of them"
            : fewer
                ? "with fewer the fabric is oversubscribed, or its links cannot be spread evenly"
                : "more than these rules need: growth, spares, or another topology";
    return new Finding(
        "claim-differs",
        Severity.WARNING,
        String.format(Locale.ROOT, "%s: %,d claimed, %,d by the sizing rules", name, claimed, ours),
        why,
        List.of(
            String.format(
                Locale.ROOT,
                "%s, %s with %d ports, %s",
                design.request().topology().word(),
                design.request().switchType().name(),
                design.leafRadix(),
                design.request().leafOver())),
        List.of("ask which oversubscription and how many nodes the figure stands on"));
  }
}
