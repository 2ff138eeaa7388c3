package io.busbar.design.input;

import io.busbar.base.explain.Quality;

/**
 * A figure that a design stands on and nobody knows exactly.
 *
 * @param name what it is, snake_case
 * @param low smallest plausible value
 * @param likely value that single answers use
 * @param high largest plausible value
 * @param unit its unit; empty for a plain number
 * @param quality how well it is known
 * @param date when it held; empty when it has none
 * @param source where it was read; empty only when the quality says so
 * @param note what it stands on; empty for nothing
 */
public record Assumption(
    String name,
    double low,
    double likely,
    double high,
    String unit,
    Quality quality,
    String date,
    String source,
    String note) {
  public Assumption {
    if (!(low >= 0 && low <= likely && likely <= high && high < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + ": " + low + ", " + likely + ", " + high);
    }
  }

  /** The name as people read it. */
  public String words() {
    return name.replace('_', ' ');
  }

  /** The value at this probability of a triangular distribution over low, likely and high. */
  public double quantile(double probability) {
    double width = high - low;
    if (width == 0) {
      return likely;
    }
    double turn = (likely - low) / width;
    return probability < turn
        ? low + Math.sqrt(probability * width * (likely - low))
        : high - Math.sqrt((1 - probability) * width * (high - likely));
  }

  /** The same figure with other values, given by the user. */
  Assumption given(double newLow, double newLikely, double newHigh, String where) {
    return new Assumption(
        name, newLow, newLikely, newHigh, unit, Quality.SOURCED, "", "given at " + where, "");
  }
}
