package io.busbar.runtime.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A rank that calls something else than the others.
 *
 * @param rank the first one; −1 when no call is the most frequent one
 * @param text what it called, what most called, and who else did not; or what all called
 */
public record Odd(int rank, String text) {
  private static final int MOST_NAMED = 3;

  /**
   * Finds it. What most ranks say is taken for right; when there is no such call, all are named.
   *
   * @param said what each rank says, null where that is not known; not all the same
   */
  public static <T> Odd among(List<@Nullable T> said, Function<T, String> text) {
    Map<T, List<Integer>> sayers = sayers(said);
    int most = sayers.values().stream().mapToInt(List::size).max().orElse(0);
    List<T> usual = new ArrayList<>();
    List<Integer> odd = new ArrayList<>();
    sayers.forEach((each, ranks) -> {
      if (ranks.size() == most) {
        usual.add(each);
      } else {
        odd.addAll(ranks);
      }
    });
    if (usual.size() > 1 || odd.isEmpty()) {
      String all =
          sayers.entrySet().stream()
              .limit(MOST_NAMED)
              .map(each -> named(each.getValue()) + " called " + text.apply(each.getKey()))
              .collect(Collectors.joining("; "));
      return new Odd(-1, all);
    }
    Collections.sort(odd);
    int first = odd.getFirst();
    String called = "";
    for (Map.Entry<T, List<Integer>> each : sayers.entrySet()) {
      called = each.getValue().contains(first) ? text.apply(each.getKey()) : called;
    }
    String also = odd.size() == 1 ? "" : " (also other: " + named(odd.subList(1, odd.size())) + ")";
    return new Odd(
        first, "called " + called + ", the others " + text.apply(usual.getFirst()) + also);
  }

  /** Whether what is not known cannot change who is odd. */
  public static <T> boolean clear(List<@Nullable T> said) {
    Map<T, List<Integer>> sayers = sayers(said);
    int known = sayers.values().stream().mapToInt(List::size).sum();
    int most = sayers.values().stream().mapToInt(List::size).max().orElse(0);
    return known == said.size() || sayers.size() > 1 && 2 * most > said.size();
  }

  /** Who says what, in the order of ranks. */
  private static <T> Map<T, List<Integer>> sayers(List<@Nullable T> said) {
    Map<T, List<Integer>> sayers = new LinkedHashMap<>();
    for (int rank = 0; rank < said.size(); rank++) {
      T each = said.get(rank);
      if (each != null) {
        sayers.computeIfAbsent(each, key -> new ArrayList<>()).add(rank);
      }
    }
    return sayers;
  }

  private static String named(List<Integer> ranks) {
    String all = ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return (ranks.size() == 1 ? "rank " : "ranks ") + all;
  }
}
