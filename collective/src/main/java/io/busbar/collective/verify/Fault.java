package io.busbar.collective.verify;

/**
 * The first thing that is wrong with a schedule.
 *
 * @param agent whose lane it is
 * @param step number of the lane's step, from 0; −1 after the last
 * @param position in the work buffer; −1 when it is not about one
 * @param text a sentence that names all of it
 */
public record Fault(Kind kind, int channel, int agent, int step, int position, String text) {
  /** Kinds of faults. */
  public enum Kind {
    /** A step that makes no sense by itself: an unknown peer, a position outside the buffer. */
    BAD_STEP,
    /** A message that is not of the size that the receiver takes. */
    SIZE,
    /** A position is read before anything was there. */
    EMPTY,
    /** Data of two blocks are added up. */
    MIXED,
    /** A contribution is added a second time; found here only up to 64 ranks, else as RESULT. */
    TWICE,
    /** Lanes wait for each other, or for a message that nobody sends. */
    DEADLOCK,
    /** A message that nobody receives. */
    LEFT_OVER,
    /** The end is reached and a position does not hold what is wanted. */
    RESULT
  }

  @Override
  public String toString() {
    return text;
  }
}
