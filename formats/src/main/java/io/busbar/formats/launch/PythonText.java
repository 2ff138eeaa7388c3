package io.busbar.formats.launch;

import io.busbar.base.problem.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Python as characters with the parts told apart: code, text in quotes, comments. Reading is linear
 * in the length; nothing is evaluated. Immutable.
 */
final class PythonText {
  /** An entry of a dictionary: the key in quotes and the colon. */
  static final Pattern KEY = Pattern.compile("[\"']([A-Za-z_]\\w{0,80})[\"']\\s{0,8}:");

  private static final int LONGEST_VALUE = 2_000;
  private static final int MOST_BLANKS = 200;
  private static final Pattern NUMBER = Pattern.compile("-?\\d[\\d_]{0,18}(?:\\.\\d{0,18})?");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"\\n]*)\"|'([^'\\n]*)'");
  private static final Pattern ENUMERATED =
      Pattern.compile("(?:torch|(?:[a-z]\\w{0,40}\\.)?ShardingStrategy)\\.(\\w{1,40})");

  private final String plain;
  private final String code;
  private final int[] starts;

  private PythonText(String plain, String code, int[] starts) {
    this.plain = plain;
    this.code = code;
    this.starts = starts;
  }

  static PythonText of(String raw) {
    char[] plain = raw.toCharArray();
    char[] code = raw.toCharArray();
    int i = 0;
    while (i < code.length) {
      int end = i + 1;
      if (code[i] == '#') {
        end = lineEnd(raw, i);
        Arrays.fill(plain, i, end, ' ');
        Arrays.fill(code, i, end, ' ');
      } else if (code[i] == '"' || code[i] == '\'') {
        end = quoteEnd(raw, i);
        for (int k = i; k < end; k++) {
          code[k] = code[k] == '\n' ? '\n' : '"';
        }
      }
      i = end;
    }
    return new PythonText(new String(plain), new String(code), lines(raw));
  }

  private static int[] lines(String raw) {
    List<Integer> starts = new ArrayList<>(List.of(0));
    for (int i = raw.indexOf('\n'); i >= 0; i = raw.indexOf('\n', i + 1)) {
      starts.add(i + 1);
    }
    return starts.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int lineEnd(String raw, int from) {
    int end = raw.indexOf('\n', from);
    return end < 0 ? raw.length() : end;
  }

  /** Behind the closing quotes, or behind the line where they are missing. */
  private static int quoteEnd(String raw, int from) {
    String quote = raw.substring(from, from + 1);
    String three = quote.repeat(3);
    if (raw.startsWith(three, from)) {
      int end = raw.indexOf(three, from + 3);
      return end < 0 ? raw.length() : end + 3;
    }
    int line = lineEnd(raw, from);
    for (int i = from + 1; i < line; i++) {
      char c = raw.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == quote.charAt(0)) {
        return i + 1;
      }
    }
    return line;
  }

  /** The text with comments blank and everything in quotes replaced by quotes, of equal length. */
  String code() {
    return code;
  }

  /** The text with comments blank, of equal length. */
  String plain() {
    return plain;
  }

  int length() {
    return code.length();
  }

  int skipBlanks(int from) {
    return from + blanks(from);
  }

  /** How many blanks and line ends stand at a place. */
  int blanks(int from) {
    int at = from;
    while (at < code.length() && at < from + MOST_BLANKS && code.charAt(at) <= ' ') {
      at++;
    }
    return at - from;
  }

  /** The place of the sign of equality that assigns to a name which ends here, or -1. */
  int assignment(int end) {
    int at = end;
    while (at < code.length() && at < end + MOST_BLANKS && code.charAt(at) == ' ') {
      at++;
    }
    boolean equals = at < code.length() && code.charAt(at) == '=';
    boolean compares = at + 1 < code.length() && code.charAt(at + 1) == '=';
    return equals && !compares ? at : -1;
  }

  /** Whether a line begins here, as statements of the module do. */
  boolean startsStatement(int at) {
    return at == 0 || code.charAt(at - 1) == '\n';
  }

  /** The expression that begins here: up to a comma, a closing bracket or the line's end. */
  String value(int from) {
    int depth = 0;
    int at = from;
    int end = Math.min(code.length(), from + LONGEST_VALUE);
    for (; at < end; at++) {
      char c = code.charAt(at);
      if (c == '(' || c == '[' || c == '{') {
        depth++;
      } else if (c == ')' || c == ']' || c == '}') {
        depth--;
      }
      boolean ends = c == ',' || (c == '\n' && at > from + blanks(from)) || c == ';';
      if (depth < 0 || (depth == 0 && ends)) {
        break;
      }
    }
    return plain.substring(Math.min(from, at), at);
  }

  /** The parts of a tuple or list; of any other expression itself. */
  static List<String> items(String expression) {
    boolean brackets =
        expression.length() >= 2
            && (expression.startsWith("(") && expression.endsWith(")")
                || expression.startsWith("[") && expression.endsWith("]"));
    if (!brackets) {
      return List.of(expression);
    }
    List<String> items = new ArrayList<>();
    for (String item : expression.substring(1, expression.length() - 1).split(",", -1)) {
      if (!item.isBlank()) {
        items.add(item.strip());
      }
    }
    return items;
  }

  /**
   * The value of a constant: number, truth, text in quotes, a type or strategy of PyTorch without
   * its module; null for any other expression.
   */
  static @Nullable String constant(String expression) {
    if (expression.equals("True") || expression.equals("False") || expression.equals("None")) {
      return expression;
    }
    if (NUMBER.matcher(expression).matches()) {
      return expression.replace("_", "");
    }
    Matcher quoted = QUOTED.matcher(expression);
    if (quoted.matches()) {
      return quoted.group(1) != null ? quoted.group(1) : quoted.group(2);
    }
    Matcher enumerated = ENUMERATED.matcher(expression);
    return enumerated.matches() ? enumerated.group(1) : null;
  }

  Position place(String source, int at) {
    int line = Arrays.binarySearch(starts, at);
    line = line >= 0 ? line : -line - 2;
    return new Position(source, line + 1, at - starts[line] + 1);
  }
}
