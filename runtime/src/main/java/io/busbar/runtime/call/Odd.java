package io.busbar.runtime.call;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Function;

/**
 * A rank that calls something else than the others.
 *
 * @param rank the first one
 * @param text what it called, what most called, and who else did not
 */
public record Odd(int rank, String text) {
  /**
   * Finds it. What most ranks say is taken for right; of two, what the first rank says.
   *
   * @param said what each rank says; not all the same
   */
  public static <T> Odd among(List<T> said, Function<T, String> text) {
    T usual = said.getFirst();
    int most = 0;
    for (T each : new LinkedHashSet<>(said)) {
      int times = Collections.frequency(said, each);
      if (times > most) {
        most = times;
        usual = each;
      }
    }
    int first = -1;
    StringBuilder others = new StringBuilder();
    for (int rank = 0; rank < said.size(); rank++) {
      if (said.get(rank).equals(usual)) {
        continue;
      }
      if (first < 0) {
        first = rank;
      } else {
        others.append(others.isEmpty() ? " (also other: rank " : ", ").append(rank);
      }
    }
    String called = "called " + text.apply(said.get(first)) + ", the others " + text.apply(usual);
    return new Odd(first, called + others + (others.isEmpty() ? "" : ")"));
  }
}
