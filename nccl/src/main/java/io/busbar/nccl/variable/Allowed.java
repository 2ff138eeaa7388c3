package io.busbar.nccl.variable;

import java.util.List;
import java.util.Locale;

/**
 * Which values a variable takes: words ({@code 0|1}), a range ({@code 0..255}, {@code 1..}, {@code
 * 64..512/32} in steps of 32), a power of two ({@code 2^n}), or anything (empty). Immutable.
 */
public final class Allowed {
  private final String text;
  private final List<String> words;
  private final long least;
  private final long most;
  private final long step;

  private Allowed(String text, List<String> words, long least, long most, long step) {
    this.text = text;
    this.words = words;
    this.least = least;
    this.most = most;
    this.step = step;
  }

  /**
   * @throws IllegalArgumentException when the text is none of the forms
   */
  static Allowed of(String text) {
    if (text.isEmpty() || text.equals("2^n")) {
      return new Allowed(text, List.of(), Long.MIN_VALUE, Long.MAX_VALUE, 0);
    }
    int dots = text.indexOf("..");
    if (dots < 0) {
      return new Allowed(text, List.of(text.split("\\|")), 0, 0, 0);
    }
    int slash = text.indexOf('/');
    String end = text.substring(dots + 2, slash < 0 ? text.length() : slash);
    return new Allowed(
        text,
        List.of(),
        Long.parseLong(text.substring(0, dots)),
        end.isEmpty() ? Long.MAX_VALUE : Long.parseLong(end),
        slash < 0 ? 0 : Long.parseLong(text.substring(slash + 1)));
  }

  /** The words, when only words are allowed. */
  public List<String> words() {
    return words;
  }

  /** Whether a number is allowed. */
  public boolean accepts(long number) {
    if (!words.isEmpty()) {
      return words.contains(Long.toString(number));
    }
    if (text.equals("2^n")) {
      return number > 0 && Long.bitCount(number) == 1;
    }
    return number >= least && number <= most && (step == 0 || number % step == 0);
  }

  /** Whether a word is allowed; case does not count. */
  public boolean accepts(String word) {
    return words.isEmpty()
        || words.stream()
            .anyMatch(w -> w.toUpperCase(Locale.ROOT).equals(word.toUpperCase(Locale.ROOT)));
  }

  /** In words: {@code one of 0, 1}, {@code 0 to 255}; empty when anything goes. */
  public String shown() {
    if (!words.isEmpty()) {
      return "one of " + String.join(", ", words);
    } else if (text.equals("2^n")) {
      return "a power of two";
    } else if (text.isEmpty()) {
      return "";
    }
    String range = most == Long.MAX_VALUE ? "at least " + least : least + " to " + most;
    return step == 0 ? range : range + " in steps of " + step;
  }
}
