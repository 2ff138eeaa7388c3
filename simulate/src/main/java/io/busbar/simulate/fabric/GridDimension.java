package io.busbar.simulate.fabric;

/**
 * A dimension of a grid of routers.
 *
 * @param routers in a line
 * @param bytesPerSecond of each of its links, each way
 * @param latencyPs of a link; a switch is two links away from everybody
 */
public record GridDimension(Shape shape, int routers, long bytesPerSecond, long latencyPs) {
  /** How the routers of a line are joined. */
  public enum Shape {
    /** Each to the next and the previous one, the last to the first: a torus by dimension. */
    RING,
    /** The same without the link between the last and the first. */
    MESH,
    /** To a switch. */
    SWITCH,
    /** To all others: HyperX by dimension. */
    ALL
  }

  public GridDimension {
    if (routers < 1 || bytesPerSecond < 1 || latencyPs < 0) {
      throw new IllegalArgumentException("a dimension has routers, a rate and no negative latency");
    }
  }

  /** Ports of a router in it. */
  int ports() {
    return switch (shape) {
      case RING, MESH -> Math.min(2, routers - 1);
      case SWITCH -> routers > 1 ? 1 : 0;
      case ALL -> routers - 1;
    };
  }

  /** The port from a coordinate towards another one, from 0. */
  int port(int from, int to) {
    return switch (shape) {
      case SWITCH -> 0;
      case ALL -> to < from ? to : to - 1;
      case MESH -> routers == 2 || to > from ? 0 : 1;
      case RING -> routers == 2 || 2 * forward(from, to) <= routers ? 0 : 1;
    };
  }

  /** Whether both ways round a ring are equally long. */
  boolean opposite(int from, int to) {
    return shape == Shape.RING && routers > 2 && 2 * forward(from, to) == routers;
  }

  private int forward(int from, int to) {
    return Math.floorMod(to - from, routers);
  }
}
