package io.busbar.runtime.call;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A rank that calls something else than the others.
 *
 * @param rank the first one; −1 when as many ranks say the one as the other
 * @param text what it called, what most called, and who else did not
 */
public record Odd(int rank, String text) {
  private static final int MOST_NAMED = 3;

  /**
   * Finds it. What most ranks say is taken for right; where there is no such thing, all are named
   * and nobody is blamed.
   *
   * @param said what each rank says, null where that is not known; not all the same
   */
  public static <T> Odd among(List<@Nullable T> said, Function<T, String> text) {
    Map<T, List<Integer>> sayers = sayers(said);
    int most = most(sayers);
    List<T> usual =
        sayers.entrySet().stream()
            .filter(each -> each.getValue().size() == most)
            .map(Map.Entry::getKey)
            .toList();
    if (usual.size() > 1) {
      String all =
          sayers.entrySet().stream()
              .limit(MOST_NAMED)
              .map(each -> ranks(each.getValue()) + " called " + text.apply(each.getKey()))
              .collect(Collectors.joining("; "));
      return new Odd(-1, all);
    }
    T right = usual.getFirst();
    List<Integer> odd = new ArrayList<>();
    sayers.forEach((each, ranks) -> {
      if (!each.equals(right)) {
        odd.addAll(ranks);
      }
    });
    odd.sort(null);
    T other = said.get(odd.getFirst());
    String called = other == null ? "" : "called " + text.apply(other) + ", ";
    String also = odd.size() == 1 ? "" : " (also other: " + ranks(odd.subList(1, odd.size())) + ")";
    return new Odd(odd.getFirst(), called + "the others " + text.apply(right) + also);
  }

  /** Whether {@link #among} finds somebody, whatever those say who have not said anything. */
  public static <T> boolean clear(List<@Nullable T> said) {
    Map<T, List<Integer>> sayers = sayers(said);
    int known = sayers.values().stream().mapToInt(List::size).sum();
    boolean differ = sayers.size() > 1;
    return differ && (known == said.size() || 2 * most(sayers) > said.size());
  }

  /** Whether ranks say different things. */
  public static <T> boolean differ(List<@Nullable T> said) {
    return sayers(said).size() > 1;
  }

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

  private static int most(Map<?, List<Integer>> sayers) {
    return sayers.values().stream().mapToInt(List::size).max().orElse(0);
  }

  private static String ranks(List<Integer> ranks) {
    String all = ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return (ranks.size() == 1 ? "rank " : "ranks ") + all;
  }
}
