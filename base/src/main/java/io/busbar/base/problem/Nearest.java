package io.busbar.base.problem;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The valid name that a misspelt one most likely meant. */
public final class Nearest {
  private static final int MAX_LENGTH = 64;
  private static final Pattern SEPARATORS = Pattern.compile("[-_. ]");

  private Nearest() {}

  /**
   * The candidate with the smallest edit distance (insert, delete, replace, swap of neighbours;
   * case, {@code -}, {@code _} and {@code .} do not count), when at most a third of the letters
   * differ; else a candidate that contains the text or is contained in it.
   */
  public static Optional<String> of(String text, Collection<String> candidates) {
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    String wanted = plain(text);
    String best = null;
    int bestDistance = Integer.MAX_VALUE;
    for (String candidate : candidates) {
      int distance = distance(wanted, plain(candidate));
      if (distance < bestDistance) {
        bestDistance = distance;
        best = candidate;
      }
    }
    if (best != null && bestDistance <= Math.max(1, Math.max(wanted.length(), best.length()) / 3)) {
      return Optional.of(best);
    }
    return candidates.stream()
        .filter(c -> wanted.length() >= 3 && plain(c).length() >= 2)
        .filter(c -> plain(c).contains(wanted) || wanted.contains(plain(c)))
        .findFirst();
  }

  /** {@code did you mean 'x'?}, or empty. */
  public static String hint(String text, Collection<String> candidates) {
    return of(text, candidates).map(c -> "did you mean '" + c + "'?").orElse("");
  }

  private static String plain(String text) {
    return SEPARATORS.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("");
  }

  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int replace = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(d[i - 1][j - 1] + replace, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
