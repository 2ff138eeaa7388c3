package io.busbar.diagnose;

import io.busbar.diagnose.check.KnowledgeTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which finding explains which, from {@code relations.tsv}. A consequence that is folded says
 * nothing beside its cause, so it is named there and not shown itself. Constants.
 */
final class Relations {
  static final Relations ALL = load();

  private final Map<String, Set<String>> explains;
  private final Set<String> folded;

  private Relations(Map<String, Set<String>> explains, Set<String> folded) {
    this.explains = explains;
    this.folded = folded;
  }

  private static Relations load() {
    Map<String, Set<String>> explains = new LinkedHashMap<>();
    Set<String> folded = new HashSet<>();
    for (List<String> cells : KnowledgeTable.rows("relations.tsv")) {
      boolean fold = cells.size() > 2 && cells.get(2).equals("fold");
      for (String cause : cells.getFirst().split(" ")) {
        for (String effect : cells.get(1).split(" ")) {
          explains.computeIfAbsent(cause, c -> new HashSet<>()).add(effect);
          if (fold) {
            folded.add(cause + " " + effect);
          }
        }
      }
    }
    return new Relations(explains, folded);
  }

  boolean explains(String cause, String effect) {
    return explains.getOrDefault(cause, Set.of()).contains(effect);
  }

  /** Whether the effect is not shown when its cause is. */
  boolean folds(String cause, String effect) {
    return folded.contains(cause + " " + effect);
  }

  /** Every code that the table names, for tests. */
  Set<String> codes() {
    Set<String> codes = new HashSet<>(explains.keySet());
    explains.values().forEach(codes::addAll);
    return codes;
  }

  Map<String, Set<String>> table() {
    return new HashMap<>(explains);
  }
}
