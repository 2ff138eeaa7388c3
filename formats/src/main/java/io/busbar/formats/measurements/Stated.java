package io.busbar.formats.measurements;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number as a source gives it, with what it adds: {@code 400 (inferred)}, {@code unknown}.
 *
 * @param value NaN when the text holds no single number
 * @param text as written; empty when nothing was
 */
public record Stated(double value, String text) {
  /** Nothing was stated. */
  public static final Stated UNKNOWN = new Stated(Double.NaN, "");

  private static final Pattern LEADING =
      Pattern.compile("^([0-9]{1,15}(?:\\.[0-9]{1,9})?)(?: ?\\(.*)?$");

  /** A number that leads the text and is followed by nothing but a remark in brackets. */
  static Stated of(String text) {
    Matcher number = LEADING.matcher(text.strip());
    return new Stated(
        number.matches() ? Double.parseDouble(number.group(1)) : Double.NaN, text.strip());
  }

  public static Stated of(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return new Stated(value, whole ? Long.toString((long) value) : Double.toString(value));
  }

  public boolean known() {
    return !Double.isNaN(value);
  }

  /** The value, or what stands in when it is unknown. */
  public double or(double fallback) {
    return known() ? value : fallback;
  }

  /** Whether a remark says that the source itself does not state it. */
  public boolean marked() {
    return known() && text.indexOf('(') >= 0;
  }
}
