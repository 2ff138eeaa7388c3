package io.busbar.model.fact;

/**
 * A figure for which sources give a low and a high value; both equal when they agree.
 *
 * @param low smallest value, in the unit of the figure
 * @param high largest value
 */
public record Range(double low, double high) {
  public Range {
    if (!(low >= 0 && low <= high)) {
      throw new IllegalArgumentException("not a range: " + low + " to " + high);
    }
  }

  /** Both ends multiplied, for a change of unit. */
  public Range times(double factor) {
    return new Range(low * factor, high * factor);
  }

  /** Half way between the ends, where one value is needed. */
  public double middle() {
    return (low + high) / 2;
  }
}
