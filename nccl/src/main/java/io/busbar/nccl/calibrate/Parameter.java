package io.busbar.nccl.calibrate;

/**
 * A positive constant of a model that measurements may determine.
 *
 * @param name stable name in snake_case with the unit, {@code scale_out_latency_s}
 * @param meaning one line for the reader of a fit
 * @param start value without a fit, which also stands when the data do not determine it
 * @param low smallest plausible value, above 0
 * @param high largest plausible value
 */
public record Parameter(String name, String meaning, double start, double low, double high) {
  public Parameter {
    if (!(low > 0 && low <= start && start <= high && high < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          name + ": 0 < low <= start <= high: " + low + ", " + start + ", " + high);
    }
  }
}
