package io.busbar.runtime.buffer;

/** Conversion between {@code float} and bfloat16 in a {@code short}. */
public final class Bfloat16 {
  private static final int QUIET = 0x40;

  private Bfloat16() {}

  /**
   * Widens; exact for every value.
   *
   * @param bits sign, exponent and the upper seven bits of the fraction
   * @return the same number as a {@code float}
   */
  public static float toFloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /**
   * Rounds to the nearest bfloat16, ties to even; a NaN stays a NaN.
   *
   * @param value any number; beyond the largest bfloat16 it becomes an infinity
   * @return its bits
   */
  public static short of(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) (bits >>> 16 | QUIET);
    }
    return (short) (bits + 0x7fff + (bits >>> 16 & 1) >>> 16);
  }
}
