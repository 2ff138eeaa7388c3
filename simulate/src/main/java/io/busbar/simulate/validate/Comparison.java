package io.busbar.simulate.validate;

/** How a measured figure is held against an expected one. */
public enum Comparison {
  /** Equal but for rounding: one part in a million. */
  EXACT("exactly"),
  /** As near as the tolerance, a share of the expected figure. */
  WITHIN("within"),
  /** Not more. */
  AT_MOST("at most"),
  /** Not less. */
  AT_LEAST("at least"),
  /** From the first of two figures to the second. */
  BETWEEN("between"),
  /** Nothing is expected; the figure is shown. */
  SHOWN("");

  /** Floating point, and times of whole picoseconds. */
  private static final double ROUNDING = 1e-6;

  private final String word;

  Comparison(String word) {
    this.word = word;
  }

  /** As a table prints it. */
  String word() {
    return word;
  }

  /** The least that holds. */
  double low(double expected, double tolerance) {
    return switch (this) {
      case EXACT -> expected - Math.abs(expected) * ROUNDING;
      case WITHIN -> expected - Math.abs(expected) * tolerance;
      case AT_LEAST, BETWEEN -> expected;
      case AT_MOST, SHOWN -> Double.NEGATIVE_INFINITY;
    };
  }

  /**
   * The most that holds.
   *
   * @param upTo the second figure of {@link #BETWEEN}
   */
  double high(double expected, double tolerance, double upTo) {
    return switch (this) {
      case EXACT -> expected + Math.abs(expected) * ROUNDING;
      case WITHIN -> expected + Math.abs(expected) * tolerance;
      case BETWEEN -> upTo;
      case AT_MOST -> expected;
      case AT_LEAST, SHOWN -> Double.POSITIVE_INFINITY;
    };
  }
}
