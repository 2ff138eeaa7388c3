package io.busbar.diagnose.progress;

import java.util.Collection;
import java.util.TreeSet;

/** Sets of ranks as text that stays short. Stateless. */
public final class Ranks {
  private static final int MAX_RUNS = 12;

  private Ranks() {}

  /** {@code 0-6, 8, 10-1023}; empty text for none. */
  public static String text(Collection<Integer> ranks) {
    StringBuilder text = new StringBuilder();
    int runs = 0;
    int from = Integer.MIN_VALUE;
    int to = Integer.MIN_VALUE;
    for (int rank : new TreeSet<>(ranks)) {
      if (rank == to + 1 && from != Integer.MIN_VALUE) {
        to = rank;
        continue;
      }
      if (from != Integer.MIN_VALUE && !append(text, from, to, ++runs)) {
        return text.append(", …").toString();
      }
      from = rank;
      to = rank;
    }
    if (from != Integer.MIN_VALUE && !append(text, from, to, ++runs)) {
      text.append(", …");
    }
    return text.toString();
  }

  private static boolean append(StringBuilder text, int from, int to, int runs) {
    if (runs > MAX_RUNS) {
      return false;
    }
    text.append(text.isEmpty() ? "" : ", ").append(from);
    if (to > from) {
      text.append(to == from + 1 ? ", " : "-").append(to);
    }
    return true;
  }
}
