package io.busbar.runtime.transport;

import org.jspecify.annotations.Nullable;

/**
 * Short texts that ranks leave for each other in numbered rounds, also when their group has failed.
 * Rounds only grow; of each rank the notes of its last two rounds are kept for sure. And, where
 * there is no board, what each rank calls.
 */
public interface Notes {
  /** Most bytes of a note. */
  int MOST_BYTES = 1024;

  /** What is known of a rank. */
  enum Presence {
    /** It shows signs of life. */
    THERE,
    /** It shows none, and nobody knows whether it lives: frozen, or behind a cut cable. */
    SILENT,
    /** It has left or died, or its memory is ours and it is frozen: it cannot go on by itself. */
    GONE
  }

  /** Leaves this rank's note of a round. */
  void write(int round, String text);

  /** A rank's note of a round; null while there is none, or when it was replaced. */
  @Nullable String read(int rank, int round);

  /** The last round in which a rank left a note; −1 before the first. */
  int round(int rank);

  /** What is known of a rank now. */
  Presence presence(int rank);

  /** Remembers what this rank calls as its n-th operation, for ranks that ask. */
  default void call(long number, long[] words) {}

  /** What a rank calls as its n-th operation; asks, and is null until the answer is there. */
  default long @Nullable [] called(int rank, long number) {
    return null;
  }
}
