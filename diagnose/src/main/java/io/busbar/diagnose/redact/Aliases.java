package io.busbar.diagnose.redact;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Gives every name an alias of the same length, the same one each time, numbered in the order in
 * which names appear. No alias tells anything of its name. Not thread-safe.
 */
final class Aliases {
  private static final int MOST_TRIES = 100_000;

  private final Map<String, Map<String, String>> byKind = new TreeMap<>();
  private final Map<String, Set<String>> taken = new HashMap<>();

  /**
   * The alias of a name.
   *
   * @param kind what it is; names of different kinds have nothing to do with each other
   * @param make makes the candidate of a number, from 1
   */
  String of(String kind, String name, IntFunction<String> make) {
    Map<String, String> known = byKind.computeIfAbsent(kind, k -> new HashMap<>());
    String alias = known.get(name);
    if (alias == null) {
      alias = free(kind, known.size() + 1, make);
      known.put(name, alias);
    }
    return alias;
  }

  /** Small spaces such as octets run out: then aliases repeat rather than stay what they were. */
  private String free(String kind, int first, IntFunction<String> make) {
    Set<String> used = taken.computeIfAbsent(kind, k -> new HashSet<>());
    for (int i = first; i < first + MOST_TRIES; i++) {
      String candidate = make.apply(i);
      if (used.add(candidate)) {
        return candidate;
      }
    }
    return make.apply(first);
  }

  /** Whether this is an alias that was given. */
  boolean isAlias(String kind, String text) {
    return taken.getOrDefault(kind, Set.of()).contains(text);
  }

  /** How many names of each kind have an alias. */
  Map<String, Integer> counts() {
    Map<String, Integer> counts = new TreeMap<>();
    byKind.forEach((kind, names) -> {
      int end = kind.indexOf('/');
      counts.merge(end < 0 ? kind : kind.substring(0, end), names.size(), Integer::sum);
    });
    return counts;
  }

  /** {@code host0007}: a word, and a number that fills it up to a length. */
  static String numbered(String word, int number, int length) {
    String digits = Integer.toString(number);
    int room = length - digits.length();
    if (room <= 0) {
      return digits.substring(digits.length() - length);
    }
    String head = word.length() <= room ? word : word.substring(0, room);
    return head + "0".repeat(room - head.length()) + digits;
  }

  /** A number as so many hexadecimal digits, scattered so that neighbours do not look alike. */
  static String hex(int number, int digits) {
    long scattered = number * 0x9E3779B97F4A7C15L;
    String text = String.format(Locale.ROOT, "%016x", scattered);
    return text.substring(0, Math.min(digits, text.length()));
  }
}
