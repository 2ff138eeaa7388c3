package io.busbar.simulate.fabric;

import io.busbar.base.grid.GridAxis;
import io.busbar.base.grid.GridLine;
import java.util.Arrays;
import java.util.List;

/**
 * Where the ports of a grid of routers lead, computed from coordinates: the first dimension in
 * which a packet is not yet where it goes is crossed first, a ring on its shorter side. Immutable.
 *
 * <p>A router's ports are: its endpoint, then for each dimension the next and the previous router
 * of a ring or mesh (one port when there are two routers), the switch, or all other routers of its
 * line.
 */
final class Grid {
  private final GridDimension[] dimensions;
  private final int[] stride;
  private final int[] firstPortOf;
  private final int routers;
  private final int ports;
  private final int[] firstSwitch;
  private final int endPortsOfRouters;

  /**
   * @param dimensions the innermost first
   */
  Grid(GridDimension[] dimensions) {
    this.dimensions = dimensions.clone();
    stride = new int[dimensions.length];
    firstPortOf = new int[dimensions.length];
    firstSwitch = new int[dimensions.length + 1];
    int count = 1;
    int port = 1;
    for (int d = 0; d < dimensions.length; d++) {
      stride[d] = count;
      firstPortOf[d] = port;
      count = Math.multiplyExact(count, dimensions[d].routers());
      port += dimensions[d].ports();
    }
    routers = count;
    ports = port;
    endPortsOfRouters = Math.multiplyExact(routers, ports);
    for (int d = 0; d < dimensions.length; d++) {
      boolean switched = dimensions[d].shape() == GridLine.SWITCH;
      firstSwitch[d + 1] = firstSwitch[d] + (switched ? routers / dimensions[d].routers() : 0);
    }
  }

  int dimensions() {
    return dimensions.length;
  }

  GridDimension dimension(int d) {
    return dimensions[d];
  }

  int routers() {
    return routers;
  }

  List<GridAxis> axes() {
    return Arrays.stream(dimensions).map(GridDimension::axis).toList();
  }

  /** Ports of a router. */
  int ports() {
    return ports;
  }

  /** The first port of a router in a dimension, counted from its own first. */
  int firstPort(int d) {
    return firstPortOf[d];
  }

  /** Switches of all dimensions together. */
  int switches() {
    return firstSwitch[dimensions.length];
  }

  int coordinate(int router, int d) {
    return router / stride[d] % dimensions[d].routers();
  }

  /** The router of the same line at another coordinate. */
  int at(int router, int d, int coordinate) {
    return router + (coordinate - coordinate(router, d)) * stride[d];
  }

  /** The switch of a router's line in a dimension, from 0 over all dimensions. */
  int lineSwitch(int router, int d) {
    int line = router % stride[d] + router / (stride[d] * dimensions[d].routers()) * stride[d];
    return firstSwitch[d] + line;
  }

  /** The dimension of a switch. */
  int dimensionOfSwitch(int number) {
    int d = 0;
    while (number >= firstSwitch[d + 1]) {
      d++;
    }
    return d;
  }

  /** The first port of a switch, counted from the first of all switches. */
  int switchPort(int number) {
    int port = 0;
    for (int d = 0; d < dimensions.length; d++) {
      int of = Math.min(number, firstSwitch[d + 1]) - firstSwitch[d];
      port += Math.max(0, of) * dimensions[d].routers();
    }
    return port;
  }

  /** Ports of all routers and switches. */
  int allPorts() {
    return endPortsOfRouters + switchPort(switches());
  }

  /** The port of a router towards another, counted from its own first. */
  int towards(int router, int target) {
    for (int d = 0; d < dimensions.length; d++) {
      int from = coordinate(router, d);
      int to = coordinate(target, d);
      if (from != to) {
        return firstPortOf[d] + dimensions[d].port(from, to);
      }
    }
    return 0;
  }

  /** Whether the next router and the one before are equally near, so that both ports lead there. */
  boolean bothWays(int router, int target) {
    for (int d = 0; d < dimensions.length; d++) {
      int from = coordinate(router, d);
      int to = coordinate(target, d);
      if (from != to) {
        return dimensions[d].opposite(from, to);
      }
    }
    return false;
  }
}
