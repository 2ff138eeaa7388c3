package io.busbar.runtime.transport;

/**
 * Why a group of ranks cannot go on. The first that is told to a group stays.
 *
 * @param rank the rank at fault, or −1 when it is nobody's
 * @param text a sentence without the rank
 */
public record Failure(Kind kind, int rank, String text) {
  /** What happened. */
  public enum Kind {
    /** A rank died, was cut off, or its program failed. */
    PEER,
    /** A wait took longer than allowed. */
    TIMEOUT,
    /** Ranks called different operations. */
    MISMATCH,
    /** Somebody asked for the end. */
    ABORT
  }

  /** The same for a part of the group, which counts its ranks otherwise. */
  Failure ofWhole() {
    String who = rank < 0 ? "" : "rank " + rank + " of the group this one is a part of ";
    return new Failure(kind, -1, who + text);
  }
}
