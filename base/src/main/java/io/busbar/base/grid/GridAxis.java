package io.busbar.base.grid;

/**
 * A dimension of a grid as a communicator sees it.
 *
 * @param line how its ranks are joined
 * @param ranks on the line, 1 or more
 * @param bytesPerSecond of a link, one direction, shared by the communicators that use it at once
 * @param hopSeconds from a rank to the next of the communicator
 */
public record GridAxis(GridLine line, int ranks, double bytesPerSecond, double hopSeconds) {
  public GridAxis {
    if (ranks < 1 || !(bytesPerSecond > 0) || !(hopSeconds >= 0)) {
      throw new IllegalArgumentException(
          "a line has ranks, a rate and no negative latency: "
              + ranks
              + ", "
              + bytesPerSecond
              + ", "
              + hopSeconds);
    }
  }

  /** Bytes per second that a rank sends, and receives, in it while all gather or scatter. */
  public double gatherBytesPerSecond() {
    return line.gatherLinks(ranks) * bytesPerSecond;
  }

  /** Such as {@code ring of 4}. */
  @Override
  public String toString() {
    return line.word() + " of " + ranks;
  }
}
