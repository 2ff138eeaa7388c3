package io.busbar.base.quantity;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The units of one kind of quantity: spelling to factor, in the order in which they are offered.
 * Immutable after construction. A number is decimal digits with optional {@code _} between them,
 * fraction and exponent; the unit follows with or without a blank.
 */
final class Units {
  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("([+-]?(?:\\d(?:_?\\d)*(?:\\.\\d+)?|\\.\\d+)(?:[eE][+-]?\\d{1,3})?)\\s*(.*)");
  private static final int MAX_TEXT = 64;

  private final String kind;
  private final Map<String, Double> factors = new LinkedHashMap<>();
  private final Map<String, String> hints = new LinkedHashMap<>();
  private String bareNumberHint = "add a unit";

  Units(String kind) {
    this.kind = kind;
  }

  Units unit(double factor, String... spellings) {
    for (String spelling : spellings) {
      factors.put(spelling, factor);
    }
    return this;
  }

  /** A unit that people write here by mistake, with the sentence that helps them. */
  Units refused(String hint, String... spellings) {
    for (String spelling : spellings) {
      hints.put(spelling, hint);
    }
    return this;
  }

  Units bareNumber(String hint) {
    bareNumberHint = hint;
    return this;
  }

  /** The value in the base unit; finite and not negative. */
  double parse(String text) {
    String trimmed = text.strip();
    Matcher m = NUMBER_AND_UNIT.matcher(trimmed);
    if (trimmed.length() > MAX_TEXT || !m.matches()) {
      throw refuse(shorten(trimmed), "");
    }
    String unit = m.group(2).strip();
    if (unit.isEmpty()) {
      throw refuse(trimmed, bareNumberHint);
    }
    Double factor = factors.get(unit);
    if (factor == null) {
      throw refuse(trimmed, unknownUnit(unit));
    }
    double value = Double.parseDouble(m.group(1).replace("_", "")) * factor;
    if (value < 0) {
      throw refuse(trimmed, "it must not be negative");
    }
    if (Double.isInfinite(value)) {
      throw refuse(trimmed, "the number is too large");
    }
    return value;
  }

  private String unknownUnit(String unit) {
    String hint = hints.get(unit);
    if (hint != null) {
      return hint;
    }
    for (String known : factors.keySet()) {
      if (known.equalsIgnoreCase(unit)) {
        return "case decides here (b = bits, B = bytes; m = milli, M = mega): write one of "
            + units();
      }
    }
    return "unknown unit '" + shorten(unit) + "', write one of " + units();
  }

  private QuantityFormatException refuse(String read, String hint) {
    return new QuantityFormatException(read, kind, hint);
  }

  private String units() {
    return String.join(", ", factors.keySet());
  }

  private static String shorten(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
  }

  /** The number with up to four significant digits, without exponent or trailing zeros. */
  static String digits(double value) {
    if (value == 0) {
      return "0";
    }
    int magnitude = (int) Math.floor(Math.log10(Math.abs(value)));
    int decimals = Math.max(0, 3 - magnitude);
    String text = String.format(Locale.ROOT, "%." + Math.min(decimals, 12) + "f", value);
    if (text.indexOf('.') >= 0) {
      text = text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
    return text;
  }

  /**
   * Prints {@code value} in the largest of {@code names} (factors ascending) in which it is at
   * least 1 after rounding to the digits shown.
   */
  static String print(double value, double[] factors, String[] names) {
    int best = 0;
    for (int i = 0; i < factors.length; i++) {
      if (Math.abs(value) >= factors[i] * 0.99995) {
        best = i;
      }
    }
    return digits(value / factors[best]) + " " + names[best];
  }
}
