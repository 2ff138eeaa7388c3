package io.busbar.simulate.fabric;

import io.busbar.base.grid.GridLine;
import io.busbar.simulate.fabric.FabricArrays.Link;

/**
 * Makes the fabric of a grid: an endpoint beside each router, with a link that is as fast as all
 * others of the router together and takes no time of its own. So tori, meshes, HyperX and the
 * networks of ASTRA-sim are built. Lossless rings can wait for themselves: there are no virtual
 * channels.
 */
final class GridFabric {
  private final Grid grid;
  private final FabricArrays arrays;

  GridFabric(GridDimension... dimensions) {
    grid = new Grid(dimensions);
    int endpoints = grid.routers();
    arrays =
        new FabricArrays(
            endpoints + endpoints + grid.switches(), Math.addExact(endpoints, grid.allPorts()));
  }

  Fabric build() {
    int endpoints = grid.routers();
    arrays.grid = grid;
    arrays.nicAddress = new int[endpoints];
    for (int e = 0; e < endpoints; e++) {
      arrays.add(NodeKind.ENDPOINT, 1);
      arrays.nicAddress[e] = endpoints + e;
    }
    for (int r = 0; r < endpoints; r++) {
      arrays.add(NodeKind.LEAF, grid.ports());
    }
    for (int s = 0; s < grid.switches(); s++) {
      arrays.add(NodeKind.SPINE, grid.dimension(grid.dimensionOfSwitch(s)).routers());
    }
    for (int r = 0; r < endpoints; r++) {
      arrays.join(arrays.firstPort[r], arrays.firstPort[endpoints + r], own());
      for (int d = 0; d < grid.dimensions(); d++) {
        join(r, d);
      }
    }
    return new Fabric(arrays, endpoints);
  }

  private Link own() {
    long rate = 0;
    for (int d = 0; d < grid.dimensions(); d++) {
      rate += grid.dimension(d).ports() * grid.dimension(d).bytesPerSecond();
    }
    return new Link(Math.max(1, rate), 0, 0);
  }

  /** Joins a router to those after it in a line, or to the line's switch. */
  private void join(int router, int d) {
    GridDimension dimension = grid.dimension(d);
    Link link = new Link(dimension.bytesPerSecond(), dimension.latencyPs(), 0);
    int own = grid.coordinate(router, d);
    int count = dimension.routers();
    switch (dimension.shape()) {
      case SWITCH -> {
        if (count > 1) {
          int node = 2 * grid.routers() + grid.lineSwitch(router, d);
          arrays.join(port(router, d, 0), arrays.firstPort[node] + own, link);
        }
      }
      case ALL -> {
        for (int to = own + 1; to < count; to++) {
          int other = grid.at(router, d, to);
          arrays.join(
              port(router, d, dimension.port(own, to)),
              port(other, d, dimension.port(to, own)),
              link);
        }
      }
      case RING, MESH -> {
        boolean wraps = dimension.shape() == GridLine.RING && count > 2;
        if (own + 1 < count || wraps) {
          int other = grid.at(router, d, (own + 1) % count);
          arrays.join(port(router, d, 0), port(other, d, count == 2 ? 0 : 1), link);
        }
      }
    }
  }

  private int port(int router, int d, int number) {
    return arrays.firstPort[grid.routers() + router] + grid.firstPort(d) + number;
  }
}
