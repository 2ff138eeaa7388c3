package io.busbar.design.place;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The nodes that SLURM's tree plugin hands out: below the switch with the fewest free nodes that
 * are enough, from the leaf switches with the most, in the order of names.
 */
final class BestFit {
  private BestFit() {}

  /**
   * Free nodes, those that the job would get first.
   *
   * @param free in the order of names
   * @param wanted nodes of the job
   */
  static int[] of(Site site, int[] free, int wanted) {
    Map<Integer, List<Integer>> leaves = new HashMap<>();
    int[] ofPod = new int[site.pods()];
    for (int node : free) {
      leaves.computeIfAbsent(site.leafOf(node), l -> new ArrayList<>()).add(node);
      ofPod[site.podOf(node)]++;
    }
    int pod = smallest(ofPod, wanted);
    List<Map.Entry<Integer, List<Integer>>> order = new ArrayList<>(leaves.entrySet());
    order.removeIf(e -> pod >= 0 && site.podOfLeaf(e.getKey()) != pod);
    order.sort(
        Comparator.comparingInt((Map.Entry<Integer, List<Integer>> e) -> fit(e, wanted))
            .thenComparingInt(e -> -ofPod[site.podOfLeaf(e.getKey())])
            .thenComparingInt(e -> -e.getValue().size())
            .thenComparingInt(Map.Entry::getKey));
    Set<Integer> chosen = new HashSet<>();
    for (Map.Entry<Integer, List<Integer>> leaf : order) {
      for (int node : leaf.getValue()) {
        if (chosen.size() < wanted) {
          chosen.add(node);
        }
      }
    }
    List<Integer> result = new ArrayList<>();
    for (int node : free) {
      if (chosen.contains(node)) {
        result.add(node);
      }
    }
    for (int node : free) {
      if (!chosen.contains(node)) {
        result.add(node);
      }
    }
    return result.stream().mapToInt(n -> n).toArray();
  }

  /** A leaf switch that holds the whole job comes first, the smaller the better. */
  private static int fit(Map.Entry<Integer, List<Integer>> leaf, int wanted) {
    int nodes = leaf.getValue().size();
    return nodes >= wanted ? nodes : Integer.MAX_VALUE;
  }

  private static int smallest(int[] counts, int wanted) {
    int best = -1;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] >= wanted && (best < 0 || counts[i] < counts[best])) {
        best = i;
      }
    }
    return best;
  }
}
