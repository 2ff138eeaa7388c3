package io.busbar.simulate.validate;

/**
 * A row of the table: what is played, and what should come of it.
 *
 * @param topic the section it belongs to
 * @param scenario for people
 * @param run the experiment with its settings
 * @param over a second experiment, whose figure divides that of the first; empty for none
 * @param figure what is read from the run
 * @param expected NaN when nothing is expected
 * @param upTo the second figure of {@link Comparison#BETWEEN}; else NaN
 * @param tolerance of {@link Comparison#WITHIN}, a share; else 0
 * @param unit of the figure; empty for a ratio
 * @param source where the expected figure is from
 * @param slow played only when all rows are asked for
 * @param note why it does not hold, or how to read it; may be empty
 */
record Expectation(
    String id,
    String topic,
    String scenario,
    String run,
    String over,
    String figure,
    Comparison comparison,
    double expected,
    double upTo,
    double tolerance,
    String unit,
    String source,
    boolean slow,
    String note) {

  /** Whether a measured figure is as expected. */
  boolean holds(double measured) {
    return measured >= comparison.low(expected, tolerance)
        && measured <= comparison.high(expected, tolerance, upTo);
  }
}
