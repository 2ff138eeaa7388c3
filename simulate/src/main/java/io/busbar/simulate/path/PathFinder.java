package io.busbar.simulate.path;

/** What a path between two endpoints costs; holds the answer until the next {@link #find}. */
public interface PathFinder {
  /**
   * Looks for the path between two endpoints, or to or from a switch that takes part.
   *
   * @return false when there is none
   */
  boolean find(int src, int dst, int channel);

  /** Time of a bit from the source to the destination, picoseconds. */
  long latencyPs();

  /** What the path carries when nobody else uses it. */
  double bytesPerSecond();

  /** Number of the link direction that leaves the source. */
  int firstPort();

  /** Number of the link direction that reaches the destination. */
  int lastPort();
}
