package io.busbar.fleet.search;

import java.io.Serializable;

/**
 * How the numbers of a space are dealt out: pieces of neighbours, a part of every so many-th piece,
 * so that each part holds something of every cluster and none takes much longer than another. It
 * depends on the space alone, so that a run on other machines finds the parts of an earlier one.
 *
 * @param size of the space
 * @param count how many parts there are
 */
record Parts(long size, int count) implements Serializable {
  private static final long PIECE = 1 << 16;
  private static final long SMALLEST_PART = 1 << 18;
  private static final int MOST = 256;

  static Parts of(long size) {
    return new Parts(size, (int) Math.clamp(Math.ceilDiv(size, SMALLEST_PART), 1, MOST));
  }

  /** Takes the pieces of a part. */
  interface Piece {
    void take(long from, long to);
  }

  void of(int part, Piece piece) {
    for (long from = part * PIECE; from < size; from += count * PIECE) {
      piece.take(from, Math.min(size, from + PIECE));
    }
  }
}
