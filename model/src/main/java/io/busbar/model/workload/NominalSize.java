package io.busbar.model.workload;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The size a model is called by: 70 billion for {@code llama3-70b}. Stateless. */
final class NominalSize {
  /** {@code 70b}, {@code 1.3b}, {@code 560m}, or {@code 7b1}; not {@code 8x7b} nor {@code a22b}. */
  private static final Pattern SIZE =
      Pattern.compile("(?<![a-z0-9.])(\\d{1,4}(?:\\.\\d{1,3})?)([mbt])(\\d?)(?![a-z0-9])");

  private static final Map<String, Double> UNITS = Map.of("m", 1e6, "b", 1e9, "t", 1e12);

  /** A name further off than this speaks of something else than the whole model. */
  private static final double MAX_DIFFERENCE = 0.25;

  private NominalSize() {}

  /**
   * The number in the model's name when it is near the count, else the count rounded to two
   * significant digits. Multi-token prediction layers are not counted.
   */
  static double parameters(ModelSpec model) {
    double total = model.parameters().total();
    Matcher name = SIZE.matcher(model.name().toLowerCase(Locale.ROOT));
    while (name.find()) {
      String digits = name.group(3).isEmpty() ? name.group(1) : name.group(1) + "." + name.group(3);
      double nominal = Double.parseDouble(digits) * UNITS.getOrDefault(name.group(2), 1.0);
      if (Math.abs(nominal / total - 1) <= MAX_DIFFERENCE) {
        return nominal;
      }
    }
    return new BigDecimal(total).round(new MathContext(2)).doubleValue();
  }
}
