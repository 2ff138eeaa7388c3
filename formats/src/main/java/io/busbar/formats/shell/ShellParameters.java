package io.busbar.formats.shell;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What may follow the name in {@code ${NAME...}}: defaults, cutting, replacing. Stateless. */
final class ShellParameters {
  /** Longer patterns and values are left as they are: no script cuts such. */
  private static final int MOST = 512;

  private ShellParameters() {}

  /**
   * @param value of the name, or null when it is not set
   * @param operation what follows the name
   * @return null when only the machine knows
   */
  static @Nullable Traced apply(
      @Nullable Traced value,
      Traced operation,
      ShellExpander expander,
      String name,
      ShellState state) {
    String op = operation.text;
    if (op.isEmpty()) {
      return value;
    }
    boolean colon = op.startsWith(":");
    int at = colon ? 1 : 0;
    char kind = at < op.length() ? op.charAt(at) : ' ';
    boolean absent = value == null || (colon && value.text.isEmpty());
    if (kind == '-' || kind == '=') {
      if (!absent) {
        return value;
      }
      Traced other = expander.joined(operation.part(at + 1, op.length()));
      if (kind == '=') {
        state.set(name, other);
      }
      return other;
    }
    if (kind == '+') {
      return absent ? Traced.EMPTY : expander.joined(operation.part(at + 1, op.length()));
    }
    if (kind == '?' || value == null || value.length() > MOST || op.length() > MOST) {
      return value;
    }
    if (colon) {
      return slice(value, op.substring(1), state);
    }
    return switch (kind) {
      case '%' -> cutEnd(value, expander.joined(operation.part(tail(op), op.length())).text, op);
      case '#' -> cutStart(value, expander.joined(operation.part(tail(op), op.length())).text, op);
      case '/' -> replaced(value, operation, expander);
      case '^' -> cased(value, value.text.toUpperCase(Locale.ROOT));
      case ',' -> cased(value, value.text.toLowerCase(Locale.ROOT));
      default -> value;
    };
  }

  private static int tail(String op) {
    return op.length() > 1 && op.charAt(1) == op.charAt(0) ? 2 : 1;
  }

  private static Traced cased(Traced value, String text) {
    return Traced.made(text, value.at(0));
  }

  private static Traced slice(Traced value, String op, ShellState state) {
    int colon = op.indexOf(':');
    Long from = ShellArithmetic.value(colon < 0 ? op : op.substring(0, colon), state);
    Long count = colon < 0 ? null : ShellArithmetic.value(op.substring(colon + 1), state);
    if (from == null) {
      return value;
    }
    long start = from < 0 ? Math.max(0, value.length() + from) : Math.min(from, value.length());
    long end =
        count == null || count < 0 ? value.length() : Math.min(value.length(), start + count);
    return value.part((int) start, (int) end);
  }

  private static Traced cutEnd(Traced value, String pattern, String op) {
    boolean longest = tail(op) == 2;
    for (int i = 0; i <= value.length(); i++) {
      int from = longest ? i : value.length() - i;
      if (ShellGlob.matches(pattern, value.text.substring(from))) {
        return value.part(0, from);
      }
    }
    return value;
  }

  private static Traced cutStart(Traced value, String pattern, String op) {
    boolean longest = tail(op) == 2;
    for (int i = 0; i <= value.length(); i++) {
      int to = longest ? value.length() - i : i;
      if (ShellGlob.matches(pattern, value.text.substring(0, to))) {
        return value.part(to, value.length());
      }
    }
    return value;
  }

  /** Replaces text; a pattern with wildcards leaves the value as it is. */
  private static Traced replaced(Traced value, Traced operation, ShellExpander expander) {
    String op = operation.text;
    boolean all = op.startsWith("//");
    int from = all ? 2 : 1;
    int slash = op.indexOf('/', from);
    String pattern = expander.joined(operation.part(from, slash < 0 ? op.length() : slash)).text;
    String by = slash < 0 ? "" : expander.joined(operation.part(slash + 1, op.length())).text;
    if (pattern.isEmpty() || ShellGlob.isPattern(pattern)) {
      return value;
    }
    int first = value.text.indexOf(pattern);
    if (first < 0) {
      return value;
    }
    String text =
        all
            ? value.text.replace(pattern, by)
            : value.text.substring(0, first) + by + value.text.substring(first + pattern.length());
    return text.length() > ShellState.MOST_CHARACTERS ? value : Traced.made(text, value.at(0));
  }
}
