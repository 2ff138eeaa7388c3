package io.busbar.simulate.fabric;

import io.busbar.base.grid.GridAxis;
import io.busbar.base.grid.GridLine;
import io.busbar.simulate.network.SimTime;

/**
 * A dimension of a grid of routers.
 *
 * @param routers in a line
 * @param bytesPerSecond of each of its links, each way
 * @param latencyPs of a link; a switch is two links away from everybody
 */
public record GridDimension(GridLine shape, int routers, long bytesPerSecond, long latencyPs) {
  public GridDimension {
    if (routers < 1 || bytesPerSecond < 1 || latencyPs < 0) {
      throw new IllegalArgumentException("a dimension has routers, a rate and no negative latency");
    }
  }

  GridAxis axis() {
    return new GridAxis(shape, routers, bytesPerSecond, SimTime.seconds(latencyPs));
  }

  /** Ports of a router in it. */
  int ports() {
    return shape.ports(routers);
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
    return shape == GridLine.RING && routers > 2 && 2 * forward(from, to) == routers;
  }

  private int forward(int from, int to) {
    return Math.floorMod(to - from, routers);
  }
}
