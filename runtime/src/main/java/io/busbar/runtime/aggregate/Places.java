package io.busbar.runtime.aggregate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who has which place at which aggregator. Places follow the lowest rank that is behind them. */
final class Places {
  private Places() {}

  /**
   * @param paths for each rank, the aggregators from its own up to the root
   * @return for a rank, place and number of places at each aggregator of its path, two numbers each
   * @throws IllegalStateException when there is more than one root
   */
  static List<Integer> of(List<List<String>> paths, int rank) {
    Map<String, Set<String>> below = new LinkedHashMap<>();
    for (int each = 0; each < paths.size(); each++) {
      String child = ofRank(each);
      for (String aggregator : paths.get(each)) {
        below.computeIfAbsent(aggregator, key -> new LinkedHashSet<>()).add(child);
        child = aggregator;
      }
      if (!child.equals(paths.getFirst().getLast())) {
        throw new IllegalStateException(
            "the aggregators of ranks 0 and " + each + " belong to different trees");
      }
    }
    List<Integer> tree = new ArrayList<>();
    String child = ofRank(rank);
    for (String aggregator : paths.get(rank)) {
      List<String> siblings = List.copyOf(below.getOrDefault(aggregator, Set.of()));
      tree.add(siblings.indexOf(child));
      tree.add(siblings.size());
      child = aggregator;
    }
    return tree;
  }

  private static String ofRank(int rank) {
    return "rank " + rank;
  }
}
