package io.busbar.runtime.transport;

import org.jspecify.annotations.Nullable;

/**
 * Short texts that ranks leave for each other in numbered rounds, also when their group has failed.
 * A rank may be a round ahead of another, not more.
 */
public interface Notes {
  /** Most bytes of a note. */
  int MOST_BYTES = 1024;

  /** Leaves this rank's note of a round. */
  void write(int round, String text);

  /** A rank's note of a round, or null while there is none. */
  @Nullable String read(int rank, int round);

  /** Whether a rank has died, frozen, been cut off or left. */
  boolean gone(int rank);
}
