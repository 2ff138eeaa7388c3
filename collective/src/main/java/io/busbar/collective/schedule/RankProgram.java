package io.busbar.collective.schedule;

/**
 * The steps of one lane in order, as a cursor: constant state, nothing allocated per step. It
 * describes one pass over the chunks; longer buffers repeat it ({@link Chunking#loops}). Not
 * thread-safe; every user takes its own.
 */
public interface RankProgram {
  /** Back to the first step. */
  void rewind();

  /** Fills in the next step, or returns false after the last. */
  boolean next(StepBuffer into);
}
