package io.busbar.app.render.html;

/**
 * Maps values to pixels, straight or by logarithm. Immutable.
 *
 * @param min value at {@code from}
 * @param max value at {@code to}; greater than {@code min}
 * @param from pixel of the smallest value
 * @param to pixel of the largest value; less than {@code from} on an axis that points up
 */
record Scale(double min, double max, double from, double to, boolean logarithmic) {
  private static final double LARGEST = 1e300;
  private static final double SMALLEST_RANGE = 1e-12;

  Scale {
    if (!(min < max) || (logarithmic && !(min > 0))) {
      throw new IllegalArgumentException("no scale from " + min + " to " + max);
    }
  }

  /** Whether a value is a number of a size that arithmetic on a scale can bear. */
  static boolean canShow(double value) {
    return Math.abs(value) <= LARGEST;
  }

  /** Whether two values are so close that a scale between them would only show rounding. */
  static boolean isFlat(double low, double high) {
    double size = Math.max(Math.abs(low), Math.abs(high));
    return !(high - low > Math.max(size * SMALLEST_RANGE, 1 / LARGEST));
  }

  static Scale linear(double min, double max, double from, double to) {
    return new Scale(min, max, from, to, false);
  }

  /** The pixel of a value; values outside the range land outside the pixels. */
  double at(double value) {
    double share =
        logarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
    return from + share * (to - from);
  }
}
