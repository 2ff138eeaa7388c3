package io.busbar.base.quantity;

/** Guards of the value records. */
final class Checks {
  private Checks() {}

  static void finiteNotNegative(double value, String what) {
    if (!Double.isFinite(value) || value < 0) {
      throw new IllegalArgumentException(what + " must be finite and not negative: " + value);
    }
  }
}
