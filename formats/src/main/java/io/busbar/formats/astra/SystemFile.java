package io.busbar.formats.astra;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What of ASTRA-sim's system file says how collectives are done.
 *
 * @param algorithms of each collective, by dimension, as they are written; a number behind {@code
 *     direct} or {@code oneDirect} is left out
 * @param splits parts into which a collective is cut: {@code preferred-dataset-splits}
 * @param active parts on their way at a time: {@code active-chunks-per-dimension}
 * @param otherKeys further keys, in their order
 */
public record SystemFile(
    Map<String, Algorithms> algorithms, int splits, int active, List<String> otherKeys) {
  private static final String SPLITS = "preferred-dataset-splits";
  private static final String ACTIVE = "active-chunks-per-dimension";
  private static final int MOST_PARTS = 1024;
  private static final String BEHIND = "-implementation";
  private static final Set<String> COLLECTIVES =
      Set.of("all-reduce", "all-gather", "reduce-scatter", "all-to-all");
  private static final Set<String> KNOWN =
      Set.of(
          "ring",
          "oneRing",
          "doubleBinaryTree",
          "halvingDoubling",
          "oneHalvingDoubling",
          "direct",
          "oneDirect");

  public SystemFile {
    algorithms = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(algorithms));
    otherKeys = List.copyOf(otherKeys);
  }

  /** Algorithms of a collective and where they stand. */
  public record Algorithms(Position at, List<String> names) {
    public Algorithms {
      names = List.copyOf(names);
    }
  }

  /** Whether a document is one, as far as its keys say. */
  public static boolean matches(Tree tree) {
    return tree instanceof Tree.Mapping root
        && root.entries().keySet().stream().anyMatch(key -> key.endsWith(BEHIND));
  }

  /**
   * @param problems what is wrong is added
   */
  public static SystemFile of(Tree tree, Problems problems) {
    Map<String, Algorithms> algorithms = new LinkedHashMap<>();
    List<String> others = new ArrayList<>();
    if (!(tree instanceof Tree.Mapping root)) {
      problems.add(tree.at(), "", tree.shown(), "an object with all-reduce-implementation", "");
      return new SystemFile(algorithms, 1, 1, others);
    }
    root.entries()
        .forEach((key, entry) -> {
          String collective = key.endsWith(BEHIND) ? key.substring(0, key.length() - 15) : "";
          if (COLLECTIVES.contains(collective)) {
            algorithms.put(collective, algorithms(key, entry.value(), problems));
          } else if (!key.equals(SPLITS) && !key.equals(ACTIVE)) {
            others.add(key);
          }
        });
    return new SystemFile(
        algorithms, parts(root, SPLITS, problems), parts(root, ACTIVE, problems), others);
  }

  private static int parts(Tree.Mapping root, String key, Problems problems) {
    Tree value = root.get(key);
    String text = value instanceof Tree.Scalar scalar ? scalar.text() : "";
    int parts = text.matches("\\d{1,4}") ? Integer.parseInt(text) : 0;
    if (value != null && (parts < 1 || parts > MOST_PARTS)) {
      problems.add(value.at(), key, value.shown(), "1 to " + MOST_PARTS, "");
    }
    return Math.max(1, parts);
  }

  private static Algorithms algorithms(String key, Tree value, Problems problems) {
    List<Tree> items = value instanceof Tree.Sequence list ? list.items() : List.of(value);
    List<String> names = new ArrayList<>();
    for (Tree item : items) {
      String name = item.shown().replaceAll("\\d+$", "");
      if (item instanceof Tree.Scalar && KNOWN.contains(name)) {
        names.add(name);
      } else {
        String expected = "one of " + String.join(", ", KNOWN.stream().sorted().toList());
        problems.add(item.at(), key, item.shown(), expected, Nearest.hint(name, KNOWN));
      }
    }
    if (names.isEmpty() && !problems.any()) {
      problems.add(value.at(), key, value.shown(), "an algorithm for each dimension", "");
    }
    return new Algorithms(value.at(), names);
  }
}
