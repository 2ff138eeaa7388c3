package io.busbar.formats.shell;

import org.jspecify.annotations.Nullable;

/** Integer arithmetic of the shell, without assignments. One per expression. */
final class ShellArithmetic {
  private static final int MOST_DEPTH = 50;
  private static final String[][] LEVELS = {
    {"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/", "%"}
  };

  private final String text;
  private final ShellState state;
  private int at;
  private int depth;
  private boolean failed;

  private ShellArithmetic(String text, ShellState state) {
    this.text = text;
    this.state = state;
  }

  /** The value, or null when a name is not set or the text is no expression. */
  static @Nullable Long value(String text, ShellState state) {
    return value(text, state, 0);
  }

  private static @Nullable Long value(String text, ShellState state, int depth) {
    if (depth > MOST_DEPTH || text.length() > 1_000) {
      return null;
    }
    ShellArithmetic a = new ShellArithmetic(text, state);
    a.depth = depth;
    long value = a.choice();
    a.blanks();
    return a.failed || a.at < text.length() || text.isBlank() ? null : value;
  }

  private void blanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean accept(String sign) {
    blanks();
    if (!text.startsWith(sign, at)) {
      return false;
    }
    at += sign.length();
    return true;
  }

  private long choice() {
    if (++depth > MOST_DEPTH) {
      failed = true;
      return 0;
    }
    long value = level(0);
    if (accept("?")) {
      long yes = choice();
      failed |= !accept(":");
      long no = choice();
      value = value != 0 ? yes : no;
    }
    depth--;
    return value;
  }

  private long level(int level) {
    if (level == LEVELS.length) {
      return power();
    }
    long value = level(level + 1);
    while (!failed) {
      String sign = sign(LEVELS[level]);
      if (sign.isEmpty()) {
        return value;
      }
      value = apply(sign, value, level(level + 1));
    }
    return value;
  }

  private String sign(String[] signs) {
    blanks();
    for (String sign : signs) {
      if (sign.equals("*") && text.startsWith("**", at)) {
        continue;
      }
      if (accept(sign)) {
        return sign;
      }
    }
    return "";
  }

  private long apply(String sign, long a, long b) {
    if (b == 0 && (sign.equals("/") || sign.equals("%"))) {
      failed = true;
      return 0;
    }
    return switch (sign) {
      case "||" -> a != 0 || b != 0 ? 1 : 0;
      case "&&" -> a != 0 && b != 0 ? 1 : 0;
      case "==" -> a == b ? 1 : 0;
      case "!=" -> a != b ? 1 : 0;
      case "<=" -> a <= b ? 1 : 0;
      case ">=" -> a >= b ? 1 : 0;
      case "<" -> a < b ? 1 : 0;
      case ">" -> a > b ? 1 : 0;
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      case "/" -> a / b;
      default -> a % b;
    };
  }

  private long power() {
    long base = unary();
    if (accept("**")) {
      long exponent = unary();
      long value = 1;
      for (long i = 0; i < Math.min(exponent, 63); i++) {
        value *= base;
      }
      return value;
    }
    return base;
  }

  private long unary() {
    blanks();
    if (accept("-")) {
      return -unary();
    }
    if (accept("+")) {
      return unary();
    }
    if (accept("!")) {
      return unary() == 0 ? 1 : 0;
    }
    if (accept("(")) {
      long value = choice();
      failed |= !accept(")");
      return value;
    }
    accept("$");
    int from = at;
    while (at < text.length() && ShellWords.isName(text.charAt(at))) {
      at++;
    }
    return operand(text.substring(from, at));
  }

  private long operand(String word) {
    if (word.matches("\\d{1,18}")) {
      return Long.parseLong(word);
    }
    Traced value = word.isEmpty() ? null : state.value(word);
    Long inner =
        value == null || !value.known() || value.text.equals(word)
            ? null
            : value(value.text, state, depth + 1);
    failed |= inner == null;
    return inner == null ? 0 : inner;
  }
}
