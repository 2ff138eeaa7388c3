package io.busbar.nccl.choice;

/**
 * What else about a call NCCL looks at besides function and size.
 *
 * @param fp8 whether the data type has 8 bits; a ring over more than 8 ranks would round too often
 * @param scaledReduction whether the reduction is an average or a scaled sum
 * @param operations operations of the same group that are chosen for together
 */
public record CallTraits(boolean fp8, boolean scaledReduction, int operations) {
  /** A call of its own with a sum of 16 or 32 bit numbers. */
  public static final CallTraits PLAIN = new CallTraits(false, false, 1);

  public CallTraits {
    if (operations < 1) {
      throw new IllegalArgumentException("a group has at least one operation");
    }
  }
}
