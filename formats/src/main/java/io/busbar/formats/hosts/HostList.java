package io.busbar.formats.hosts;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import java.util.ArrayList;
import java.util.List;

/**
 * SLURM's hostlist expressions: {@code node[001-016,020],login1}. A number keeps its leading zeros;
 * several brackets in a name count through like digits. Stateless.
 */
public final class HostList {
  /** More hosts than a cluster here may have nodes. */
  static final int MAX_HOSTS = 100_000;

  private static final int MAX_DIGITS = 9;

  private HostList() {}

  /**
   * The names that an expression stands for, in its order.
   *
   * @param problems what is wrong is added; the rest is returned
   */
  public static List<String> expand(String text, Position at, Problems problems) {
    List<String> names = new ArrayList<>();
    for (String part : parts(text)) {
      if (!part.isEmpty() && !expandOne("", part, names)) {
        String expected = "a host or hosts such as node[001-016,020]";
        problems.add(at, "", part, expected, names.size() >= MAX_HOSTS ? "too many hosts" : "");
      }
    }
    return names;
  }

  /** Cut at commas outside brackets. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && depth <= 0) {
        parts.add(text.substring(from, i).strip());
        from = i + 1;
      }
    }
    parts.add(text.substring(from).strip());
    return parts;
  }

  private static boolean expandOne(String before, String rest, List<String> into) {
    int open = rest.indexOf('[');
    if (open < 0) {
      boolean valid = rest.indexOf(']') < 0 && isName(before + rest) && into.size() < MAX_HOSTS;
      return valid && into.add(before + rest);
    }
    int close = rest.indexOf(']', open);
    if (close < 0) {
      return false;
    }
    String prefix = before + rest.substring(0, open);
    for (String range : rest.substring(open + 1, close).split(",", -1)) {
      if (!expandRange(prefix, range.strip(), rest.substring(close + 1), into)) {
        return false;
      }
    }
    return true;
  }

  private static boolean expandRange(String prefix, String range, String rest, List<String> into) {
    int dash = range.indexOf('-');
    String low = dash < 0 ? range : range.substring(0, dash);
    String high = dash < 0 ? low : range.substring(dash + 1);
    if (!isNumber(low) || !isNumber(high)) {
      return false;
    }
    int last = Integer.parseInt(high);
    for (int i = Integer.parseInt(low); i <= last; i++) {
      String digits = Integer.toString(i);
      String padded = "0".repeat(Math.max(0, low.length() - digits.length())) + digits;
      if (!expandOne(prefix + padded, rest, into)) {
        return false;
      }
    }
    return Integer.parseInt(low) <= last;
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_DIGITS
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  static boolean isName(String text) {
    return !text.isEmpty()
        && text.length() <= 255
        && text.chars().allMatch(c -> c > ' ' && "[]{}()\"'`;|&<>$\\*?".indexOf(c) < 0);
  }

  /** The shortest expression of this form for names in this order; numbers at their end merge. */
  public static String compress(List<String> names) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < names.size(); ) {
      String prefix = prefix(names.get(i));
      int end = i;
      while (end < names.size() && sameForm(names.get(i), names.get(end), prefix)) {
        end++;
      }
      out.append(out.isEmpty() ? "" : ",");
      if (end - i < 2) {
        out.append(names.get(i));
        end = i + 1;
      } else {
        out.append(prefix).append('[').append(ranges(names.subList(i, end), prefix)).append(']');
      }
      i = end;
    }
    return out.toString();
  }

  private static boolean sameForm(String first, String name, String prefix) {
    String digits = name.substring(prefix(name).length());
    String before = first.substring(prefix.length());
    return prefix(name).equals(prefix)
        && !digits.isEmpty()
        && (digits.length() == before.length() || plain(digits) && plain(before));
  }

  /** Whether a number has no zeros before it, so that {@code [8-11]} means 8, 9, 10 and 11. */
  private static boolean plain(String digits) {
    return !digits.isEmpty() && (digits.length() == 1 || digits.charAt(0) != '0');
  }

  /** The name without the number at its end. */
  public static String prefix(String name) {
    int end = name.length();
    while (end > 0
        && name.length() - end < MAX_DIGITS
        && name.charAt(end - 1) >= '0'
        && name.charAt(end - 1) <= '9') {
      end--;
    }
    return name.substring(0, end);
  }

  private static String ranges(List<String> names, String prefix) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < names.size(); ) {
      int end = i + 1;
      while (end < names.size()
          && number(names.get(end), prefix) == number(names.get(end - 1), prefix) + 1) {
        end++;
      }
      out.append(out.isEmpty() ? "" : ",").append(names.get(i).substring(prefix.length()));
      if (end - i > 1) {
        out.append('-').append(names.get(end - 1).substring(prefix.length()));
      }
      i = end;
    }
    return out.toString();
  }

  private static int number(String name, String prefix) {
    return Integer.parseInt(name.substring(prefix.length()));
  }

  /** The number at the end of a name; −1 without one. */
  public static int number(String name) {
    String prefix = prefix(name);
    return prefix.length() == name.length() ? -1 : number(name, prefix);
  }
}
