package io.busbar.runtime.kernel;

/**
 * How elements of several ranks become one. Integers wrap around. {@code MIN} and {@code MAX} of
 * floating point are those of {@link Math}: a NaN wins, and −0 is below +0.
 */
public enum ReduceOp {
  /** Elements are added; those of narrow types in {@code float}. */
  SUM,
  /** The sum over the number of ranks; integers are cut towards zero, after the sum wrapped. */
  AVG,
  /** The smallest. */
  MIN,
  /** The largest. */
  MAX,
  /** Elements are multiplied. */
  PROD;

  /** {@return what is done to each pair of elements: {@code SUM} for an average} */
  public ReduceOp pairwise() {
    return this == AVG ? SUM : this;
  }
}
