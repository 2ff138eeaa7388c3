package io.busbar.formats.ncclxml;

import io.busbar.base.problem.Problems;
import org.jspecify.annotations.Nullable;

/** Attributes as numbers; what is no number is a warning and counts as not written. Stateless. */
final class Values {
  private Values() {}

  /** A whole number, decimal or with {@code 0x}; null when it is missing, empty or no number. */
  static @Nullable Integer integer(Element element, String attribute, Problems warnings) {
    String text = element.text(attribute).strip();
    if (text.isEmpty()) {
      return null;
    }
    try {
      return Integer.decode(withoutZeros(text));
    } catch (NumberFormatException e) {
      odd(element, attribute, text, "a whole number", warnings);
      return null;
    }
  }

  /** A leading zero would make {@code decode} read octal. */
  private static String withoutZeros(String text) {
    boolean hexadecimal = text.regionMatches(true, 0, "0x", 0, 2);
    return hexadecimal ? text : text.replaceFirst("^([+-]?)0+(?=\\d)", "$1");
  }

  /** A finite number; null when it is missing, empty or none. */
  static @Nullable Double number(Element element, String attribute, Problems warnings) {
    String text = element.text(attribute).strip();
    if (text.isEmpty()) {
      return null;
    }
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    odd(element, attribute, text, "a number", warnings);
    return null;
  }

  /** 0 or 1; null when it is missing. */
  static @Nullable Boolean flag(Element element, String attribute, Problems warnings) {
    Integer value = integer(element, attribute, warnings);
    return value == null ? null : (Boolean) (value != 0);
  }

  private static void odd(
      Element element, String attribute, String text, String expected, Problems warnings) {
    warnings.add(element.at(), element.name() + "." + attribute, text, expected, "it is not used");
  }
}
