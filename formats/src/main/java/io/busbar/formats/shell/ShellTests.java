package io.busbar.formats.shell;

import java.util.List;
import java.util.Set;

/**
 * The conditions of {@code [ ]} and {@code [[ ]]}. What the script never sets counts as not set,
 * and no file exists: the script is read as if it were started with nothing around it. One use.
 */
final class ShellTests {
  private static final Set<String> FILES =
      Set.of(
          "-a", "-b", "-c", "-d", "-e", "-f", "-g", "-h", "-k", "-p", "-r", "-s", "-t", "-u", "-w",
          "-x", "-L", "-O", "-G", "-S", "-N");
  private static final int MOST_DEPTH = 50;

  private final List<Traced> words;
  private final boolean patterns;
  private final ShellState state;
  private int at;
  private int depth;
  private boolean guessed;

  /**
   * @param words between the brackets, expanded
   * @param patterns whether the right side of {@code ==} is a pattern, as between double brackets
   */
  ShellTests(List<Traced> words, boolean patterns, ShellState state) {
    this.words = words;
    this.patterns = patterns;
    this.state = state;
  }

  boolean holds() {
    return !words.isEmpty() && or();
  }

  /** Whether something that only the machine knows had a part in the answer. */
  boolean guessed() {
    return guessed;
  }

  private String word(int index) {
    return index < words.size() ? words.get(index).text : "";
  }

  private boolean accept(String... signs) {
    for (String sign : signs) {
      if (at < words.size() && word(at).equals(sign)) {
        at++;
        return true;
      }
    }
    return false;
  }

  private boolean or() {
    boolean value = and();
    while (accept("||", "-o")) {
      value |= and();
    }
    return value;
  }

  private boolean and() {
    boolean value = not();
    while (accept("&&", "-a")) {
      value &= not();
    }
    return value;
  }

  private boolean not() {
    if (++depth > MOST_DEPTH) {
      return false;
    }
    boolean value;
    if (words.size() - at > 1 && accept("!")) {
      value = !not();
    } else if (words.size() - at > 2 && accept("(")) {
      value = or();
      accept(")");
    } else {
      value = primary();
    }
    depth--;
    return value;
  }

  private boolean primary() {
    String first = word(at);
    String second = word(at + 1);
    if (isBinary(second) && at + 1 < words.size()) {
      Traced left = words.get(at);
      Traced right = at + 2 < words.size() ? words.get(at + 2) : Traced.EMPTY;
      at += 3;
      return compare(left, second, right);
    }
    if (first.length() == 2 && first.charAt(0) == '-' && at + 1 < words.size()) {
      Traced operand = words.get(at + 1);
      at += 2;
      return unary(first, operand);
    }
    at++;
    return at <= words.size() && !value(words.get(at - 1)).isEmpty();
  }

  private static boolean isBinary(String word) {
    return switch (word) {
      case "=", "==", "!=", "=~", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge" -> true;
      default -> false;
    };
  }

  private String value(Traced word) {
    guessed |= !word.known();
    return word.known() ? word.text : "";
  }

  private boolean unary(String operator, Traced operand) {
    if (FILES.contains(operator)) {
      guessed = true;
      return false;
    }
    return switch (operator) {
      case "-z" -> value(operand).isEmpty();
      case "-n" -> !value(operand).isEmpty();
      case "-v" -> state.value(operand.text) != null;
      default -> !operand.text.isEmpty();
    };
  }

  private boolean compare(Traced left, String operator, Traced right) {
    String a = value(left);
    String b = value(right);
    return switch (operator) {
      case "=", "==" -> equal(a, b);
      case "!=" -> !equal(a, b);
      case "=~" -> contains(a, b);
      case "<" -> a.compareTo(b) < 0;
      case ">" -> a.compareTo(b) > 0;
      default -> numbers(a, operator, b);
    };
  }

  private boolean equal(String a, String b) {
    return patterns ? ShellGlob.matches(b, a) : a.equals(b);
  }

  /** Regular expressions of plain letters only: others are not tried on foreign text. */
  private boolean contains(String text, String regex) {
    boolean start = regex.startsWith("^");
    boolean end = regex.endsWith("$");
    String plain =
        regex.substring(start ? 1 : 0, Math.max(start ? 1 : 0, regex.length() - (end ? 1 : 0)));
    if (plain.equals("[0-9]+") && start && end) {
      return text.matches("[0-9]{1,100}");
    }
    if (!plain.matches("[\\w:/ -]*")) {
      guessed = true;
      return false;
    }
    return start
        ? (end ? text.equals(plain) : text.startsWith(plain))
        : end ? text.endsWith(plain) : text.contains(plain);
  }

  private boolean numbers(String a, String operator, String b) {
    Long x = ShellArithmetic.value(a, state);
    Long y = ShellArithmetic.value(b, state);
    if (x == null || y == null) {
      guessed = true;
      return false;
    }
    int sign = Long.compare(x, y);
    return switch (operator) {
      case "-eq" -> sign == 0;
      case "-ne" -> sign != 0;
      case "-lt" -> sign < 0;
      case "-le" -> sign <= 0;
      case "-gt" -> sign > 0;
      default -> sign >= 0;
    };
  }
}
