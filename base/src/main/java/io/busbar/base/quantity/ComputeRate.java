package io.busbar.base.quantity;

/**
 * Floating-point operations per second (a multiply-add counts two), dense unless said otherwise.
 *
 * @param flopPerSecond operations per second, finite and not negative
 */
public record ComputeRate(double flopPerSecond) implements Comparable<ComputeRate> {
  private static final Units UNITS =
      new Units("a compute rate such as 989TFLOPS")
          .bareNumber("add a unit: TFLOPS or PFLOPS")
          .unit(1e12, "TFLOPS", "TFLOP/s", "Tflop/s")
          .unit(1e15, "PFLOPS", "PFLOP/s", "Pflop/s")
          .unit(1e9, "GFLOPS", "GFLOP/s", "Gflop/s")
          .unit(1, "FLOPS", "FLOP/s");

  private static final double[] FACTORS = {1, 1e9, 1e12, 1e15, 1e18};
  private static final String[] NAMES = {"FLOPS", "GFLOPS", "TFLOPS", "PFLOPS", "EFLOPS"};

  public ComputeRate {
    Checks.finiteNotNegative(flopPerSecond, "a compute rate");
  }

  /**
   * @throws QuantityFormatException when the text is no compute rate or has no unit
   */
  public static ComputeRate parse(String text) {
    return new ComputeRate(UNITS.parse(text));
  }

  @Override
  public String toString() {
    return Units.print(flopPerSecond, FACTORS, NAMES);
  }

  @Override
  public int compareTo(ComputeRate other) {
    return Double.compare(flopPerSecond, other.flopPerSecond);
  }
}
