package io.busbar.base.explain;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * A formula template: numbers, {@code {names}}, {@code + - * / ^}, parentheses and the functions
 * max, min, ceil, floor, round, sqrt, ln, log2. It exists so that a printed formula can be
 * evaluated again and compared with the value that the code computed. Immutable.
 */
public final class Formula {
  private final String text;
  private final Set<String> names = new LinkedHashSet<>();

  private Formula(String text) {
    this.text = text;
    int at = text.indexOf('{');
    while (at >= 0) {
      int end = text.indexOf('}', at);
      if (end < 0) {
        throw new IllegalArgumentException("unclosed { in formula: " + text);
      }
      names.add(text.substring(at + 1, end));
      at = text.indexOf('{', end);
    }
  }

  public static Formula of(String text) {
    return new Formula(text);
  }

  /** The names it refers to, in order of first use. */
  public Set<String> names() {
    return names;
  }

  /**
   * The value with names replaced by {@code values}.
   *
   * @throws IllegalArgumentException when the text is not a formula
   */
  public double evaluate(ToDoubleFunction<String> values) {
    Parser parser = new Parser(text, values);
    double result = parser.sum();
    parser.end();
    return result;
  }

  /** The formula with each name replaced by what {@code show} prints for it. */
  public String render(java.util.function.UnaryOperator<String> show) {
    StringBuilder out = new StringBuilder();
    int from = 0;
    int at = text.indexOf('{');
    while (at >= 0) {
      int end = text.indexOf('}', at);
      out.append(text, from, at).append(show.apply(text.substring(at + 1, end)));
      from = end + 1;
      at = text.indexOf('{', from);
    }
    return out.append(text.substring(from)).toString();
  }

  @Override
  public String toString() {
    return text;
  }

  /** Recursive descent over the text; one use. */
  private static final class Parser {
    private final String text;
    private final ToDoubleFunction<String> values;
    private int at;

    Parser(String text, ToDoubleFunction<String> values) {
      this.text = text;
      this.values = values;
    }

    double sum() {
      double left = product();
      while (true) {
        if (accept('+')) {
          left += product();
        } else if (accept('-')) {
          left -= product();
        } else {
          return left;
        }
      }
    }

    private double product() {
      double left = power();
      while (true) {
        if (accept('*')) {
          left *= power();
        } else if (accept('/')) {
          left /= power();
        } else {
          return left;
        }
      }
    }

    private double power() {
      double base = atom();
      return accept('^') ? Math.pow(base, power()) : base;
    }

    private double atom() {
      if (accept('-')) {
        return -atom();
      }
      if (accept('(')) {
        double inner = sum();
        expect(')');
        return inner;
      }
      if (accept('{')) {
        int end = text.indexOf('}', at);
        String name = text.substring(at, end);
        at = end + 1;
        return values.applyAsDouble(name);
      }
      int start = at;
      while (at < text.length() && isWordPart(text.charAt(at))) {
        at++;
      }
      String word = text.substring(start, at);
      if (word.isEmpty()) {
        throw wrong("a number, a name or (");
      }
      return Character.isDigit(word.charAt(0)) ? number(word) : call(word);
    }

    private static boolean isWordPart(char c) {
      return Character.isLetterOrDigit(c) || c == '.';
    }

    private double number(String word) {
      if (word.endsWith("e") && at < text.length() && text.charAt(at) == '-') {
        int start = ++at;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
          at++;
        }
        return Double.parseDouble(word + "-" + text.substring(start, at));
      }
      return Double.parseDouble(word);
    }

    private double call(String function) {
      expect('(');
      List<Double> arguments = new ArrayList<>();
      do {
        arguments.add(sum());
      } while (accept(','));
      expect(')');
      double x = arguments.getFirst();
      return switch (function) {
        case "max" -> arguments.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        case "min" -> arguments.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        case "ceil" -> Math.ceil(x);
        case "floor" -> Math.floor(x);
        case "round" -> Math.rint(x);
        case "sqrt" -> Math.sqrt(x);
        case "ln" -> Math.log(x);
        case "log2" -> Math.log(x) / Math.log(2);
        default -> throw wrong("a known function instead of " + function);
      };
    }

    void end() {
      skipBlanks();
      if (at != text.length()) {
        throw wrong("the end");
      }
    }

    private boolean accept(char c) {
      skipBlanks();
      if (at < text.length() && text.charAt(at) == c) {
        at++;
        skipBlanks();
        return true;
      }
      return false;
    }

    private void expect(char c) {
      if (!accept(c)) {
        throw wrong(String.valueOf(c));
      }
    }

    private void skipBlanks() {
      while (at < text.length() && text.charAt(at) == ' ') {
        at++;
      }
    }

    private IllegalArgumentException wrong(String expected) {
      return new IllegalArgumentException(
          "formula '" + text + "' at " + at + ": expected " + expected);
    }
  }
}
