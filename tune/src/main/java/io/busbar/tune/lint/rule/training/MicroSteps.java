package io.busbar.tune.lint.rule.training;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a condition of a training loop for each micro-step: whole numbers, names, {@code + - *
 * // %}, comparisons, {@code and or not}, brackets. The name on the left of {@code %} is the step,
 * every other name the number of accumulated micro-batches. One use.
 */
public final class MicroSteps {
  /** Micro-batches per step that is tried. */
  static final int ACCUMULATED = 4;

  private static final Pattern TOKEN =
      Pattern.compile("\\s{0,80}(\\d{1,18}|[A-Za-z_][\\w.]{0,80}|==|!=|<=|>=|//|[-+*%<>()])");
  private static final Pattern STEP = Pattern.compile("([A-Za-z_][\\w.]{0,80})[\\s\\d+()-]{0,80}%");
  private static final int MOST_CHARS = 400;

  private final List<String> tokens;
  private final String stepName;
  private final long step;
  private int at;
  private int depth;

  private MicroSteps(List<String> tokens, String stepName, long step) {
    this.tokens = tokens;
    this.stepName = stepName;
    this.step = step;
  }

  /**
   * Whether the condition holds at each of two rounds of micro-steps; null when it is not
   * understood.
   */
  static boolean @Nullable [] holds(String condition) {
    Matcher step = STEP.matcher(condition);
    List<String> tokens = tokens(condition);
    if (!step.find() || tokens.isEmpty()) {
      return null;
    }
    boolean[] holds = new boolean[2 * ACCUMULATED];
    try {
      for (int i = 0; i < holds.length; i++) {
        MicroSteps run = new MicroSteps(tokens, step.group(1), i);
        holds[i] = run.or() != 0;
        if (run.at < tokens.size()) {
          return null;
        }
      }
    } catch (IllegalStateException e) {
      return null;
    }
    return holds;
  }

  private static List<String> tokens(String text) {
    List<String> found = new ArrayList<>();
    if (text.length() > MOST_CHARS) {
      return found;
    }
    Matcher token = TOKEN.matcher(text.strip());
    int end = 0;
    while (end < text.strip().length()) {
      if (!token.find(end) || token.start() != end) {
        return List.of();
      }
      found.add(token.group(1));
      end = token.end();
    }
    return found;
  }

  private boolean take(String token) {
    boolean is = at < tokens.size() && tokens.get(at).equals(token);
    at += is ? 1 : 0;
    return is;
  }

  private long or() {
    long value = and();
    while (take("or")) {
      value = (and() != 0 | value != 0) ? 1 : 0;
    }
    return value;
  }

  private long and() {
    long value = not();
    while (take("and")) {
      value = (not() != 0 & value != 0) ? 1 : 0;
    }
    return value;
  }

  private long not() {
    return take("not") ? (not() == 0 ? 1 : 0) : comparison();
  }

  private long comparison() {
    long value = sum();
    if (take("==")) {
      return value == sum() ? 1 : 0;
    } else if (take("!=")) {
      return value != sum() ? 1 : 0;
    } else if (take("<=")) {
      return value <= sum() ? 1 : 0;
    } else if (take(">=")) {
      return value >= sum() ? 1 : 0;
    } else if (take("<")) {
      return value < sum() ? 1 : 0;
    } else if (take(">")) {
      return value > sum() ? 1 : 0;
    }
    return value;
  }

  private long sum() {
    long value = product();
    while (at < tokens.size()) {
      if (take("+")) {
        value += product();
      } else if (take("-")) {
        value -= product();
      } else {
        break;
      }
    }
    return value;
  }

  private long product() {
    long value = atom();
    while (at < tokens.size()) {
      if (take("*")) {
        value *= atom();
      } else if (take("%")) {
        value = Math.floorMod(value, divisor());
      } else if (take("//")) {
        value = Math.floorDiv(value, divisor());
      } else {
        break;
      }
    }
    return value;
  }

  private long divisor() {
    long value = atom();
    if (value == 0) {
      throw new IllegalStateException("division by zero");
    }
    return value;
  }

  private long atom() {
    if (at >= tokens.size() || ++depth > 64) {
      throw new IllegalStateException("cut");
    }
    if (take("-")) {
      return -atom();
    }
    if (take("(")) {
      long value = or();
      if (!take(")")) {
        throw new IllegalStateException("bracket");
      }
      return value;
    }
    String token = tokens.get(at++);
    char c = token.charAt(0);
    if (Character.isDigit(c)) {
      return token.length() > 9 ? ACCUMULATED : Long.parseLong(token);
    }
    if (!Character.isLetter(c) && c != '_') {
      throw new IllegalStateException(token);
    }
    return token.equals(stepName) ? step : ACCUMULATED;
  }
}
