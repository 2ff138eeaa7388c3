package io.busbar.plan.space;

/**
 * How many set-ups were looked at.
 *
 * @param candidates numbers of the range
 * @param valid those that keep to the rules of layouts, as far as they were not skipped
 * @param fitting those of them that fit in memory
 * @param priced those of them whose step was priced; the others cannot be on the front
 */
public record Counts(long candidates, long valid, long fitting, long priced) {
  /** Nothing yet. */
  public static final Counts NONE = new Counts(0, 0, 0, 0);

  /** Both. */
  public Counts plus(Counts other) {
    return new Counts(
        candidates + other.candidates,
        valid + other.valid,
        fitting + other.fitting,
        priced + other.priced);
  }
}
