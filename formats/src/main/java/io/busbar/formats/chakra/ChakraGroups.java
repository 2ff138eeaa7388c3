package io.busbar.formats.chakra;

import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Groups of ranks beside traces: a JSON object with a list of ranks for each name, which nodes call
 * {@code pg_name}. At most 4 MiB, as every tree.
 */
public final class ChakraGroups {
  private ChakraGroups() {}

  /**
   * Reads a file.
   *
   * @param ranks that there are
   * @param problems what is wrong is added
   * @return ranks of each group, in the file's order
   * @throws io.busbar.base.problem.InputException when it is no JSON
   */
  public static Map<String, List<Integer>> read(Path file, int ranks, Problems problems) {
    return of(TreeReader.read(file), ranks, problems);
  }

  /** The same of a document that was read. */
  public static Map<String, List<Integer>> of(Tree tree, int ranks, Problems problems) {
    Map<String, List<Integer>> groups = new LinkedHashMap<>();
    if (!(tree instanceof Tree.Mapping all)) {
      problems.add(tree.at(), "", tree.shown(), "an object: names of groups and their ranks", "");
      return groups;
    }
    all.entries()
        .forEach((name, entry) -> {
          if (entry.value() instanceof Tree.Sequence list && !list.items().isEmpty()) {
            groups.put(name, members(list, ranks, problems));
          } else {
            problems.add(entry.value().at(), name, entry.value().shown(), "a list of ranks", "");
          }
        });
    return groups;
  }

  private static List<Integer> members(Tree.Sequence list, int ranks, Problems problems) {
    Integer[] members = new Integer[list.items().size()];
    Arrays.fill(members, 0);
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < members.length; i++) {
      Tree item = list.items().get(i);
      String text = item instanceof Tree.Scalar scalar ? scalar.text() : "";
      int rank = text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
      if (rank < 0 || rank >= ranks) {
        problems.add(item.at(), "", item.shown(), "a rank below " + ranks, "");
      } else if (!seen.add(rank)) {
        problems.add(item.at(), "", text, "each rank once in a group", "");
      }
      members[i] = Math.max(0, rank);
    }
    return List.of(members);
  }
}
