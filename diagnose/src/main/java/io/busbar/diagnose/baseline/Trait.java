package io.busbar.diagnose.baseline;

import io.busbar.formats.artefact.Place;
import java.util.Locale;

/**
 * What one run shows of one thing that can be compared with another run.
 *
 * @param kind and {@code subject} together name the thing
 * @param text as it is shown
 * @param number what a loss of bandwidth is proportional to, more is better; NaN for none
 */
record Trait(String kind, String subject, String text, double number, Place at) {
  Trait(String kind, String subject, String text, Place at) {
    this(kind, subject, text, Double.NaN, at);
  }

  static Trait of(String kind, String subject, double number, String unit, Place at) {
    String figure =
        number == Math.rint(number)
            ? String.format(Locale.ROOT, "%.0f", number)
            : String.format(Locale.ROOT, "%.2f", number);
    return new Trait(kind, subject, unit.isEmpty() ? figure : figure + " " + unit, number, at);
  }

  String key() {
    return kind + "\t" + subject;
  }
}
