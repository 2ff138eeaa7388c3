package io.busbar.plan.picture;

/**
 * A pass of one micro-batch through the layers that a rank holds.
 *
 * @param microBatch counted from 0
 * @param chunk which of the rank's parts of the model, from 0
 */
record Pass(Kind kind, int microBatch, int chunk) {

  /** What is computed. */
  enum Kind {
    FORWARD("F"),
    /** Gradients of inputs and, unless the schedule splits them off, of weights. */
    BACKWARD("B"),
    /** Gradients of weights, in schedules that postpone them. */
    WEIGHT("W");

    private final String letter;

    Kind(String letter) {
      this.letter = letter;
    }
  }

  /** {@code F3}, or {@code F3.2} for the second of several chunks; counted from 1. */
  String label(boolean severalChunks) {
    return kind.letter + (microBatch + 1) + (severalChunks ? "." + (chunk + 1) : "");
  }

  /**
   * A pass with its time.
   *
   * @param start seconds
   * @param end seconds
   */
  record Timed(Pass pass, double start, double end) {}
}
