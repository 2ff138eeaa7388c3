package io.busbar.model.cluster;

import io.busbar.base.grid.GridAxis;
import io.busbar.base.grid.GridGroup;
import io.busbar.base.grid.GridLine;
import io.busbar.model.fabric.GridDesign;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a grid on which the ranks of a {@link Box} lie: rank g sits on chip g, the first
 * dimension innermost. All communicators of the kind communicate at once, so those that lie between
 * each other's ranks share links.
 *
 * <p>A digit that fills whole dimensions, or divides one, gives a line: the whole dimension as it
 * is; every a-th router round a ring as a ring whose links carry a communicators; a part of a ring
 * as a line without a way round. A digit that does neither counts as one line without a way round,
 * at the rate of what its dimension shares: no better than what it has.
 */
final class GridBox {
  private final GridDesign grid;
  private final double hopSeconds;
  private final List<GridAxis> axes = new ArrayList<>();
  private final int[] linesOn;
  private final List<Integer> dimensionOf = new ArrayList<>();
  private boolean exact = true;

  private GridBox(GridDesign grid, double hopSeconds) {
    this.grid = grid;
    this.hopSeconds = hopSeconds;
    linesOn = new int[grid.sizes().size()];
  }

  /**
   * @param box ranks of a communicator; those beyond the grid are left out
   * @param hopSeconds of a link
   */
  static GridGroup of(Box box, GridDesign grid, double hopSeconds) {
    GridBox made = new GridBox(grid, hopSeconds);
    int chips = Math.toIntExact(grid.routers());
    for (int d = 0; d < box.digits(); d++) {
      if (box.stride(d) < chips) {
        int most = Math.ceilDiv(chips, box.stride(d));
        made.add(box.stride(d), Math.min(box.size(d), most));
      }
    }
    return made.group();
  }

  /** Two neighbours of a chain that are so many ranks apart; all pairs send at once. */
  static GridGroup pair(int apart, GridDesign grid, double hopSeconds) {
    GridBox made = new GridBox(grid, hopSeconds);
    int d = made.dimension(apart);
    int step = Math.max(1, apart / made.stride(d));
    made.exact = apart % made.stride(d) == 0;
    made.axes.add(new GridAxis(GridLine.MESH, 2, made.rate(step), made.hop(d, step)));
    return new GridGroup(made.axes, made.exact);
  }

  private GridGroup group() {
    List<GridAxis> shared = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      GridAxis axis = axes.get(i);
      int lines = linesOn[dimensionOf.get(i)];
      exact &= lines == 1;
      shared.add(
          new GridAxis(
              axis.line(), axis.ranks(), axis.bytesPerSecond() / lines, axis.hopSeconds()));
    }
    return new GridGroup(shared, exact);
  }

  private void add(int stride, int size) {
    int from = stride;
    int left = size;
    while (left > 1) {
      int d = dimension(from);
      int step = from / stride(d);
      int room = grid.sizes().get(d) / step;
      boolean even = from % stride(d) == 0 && grid.sizes().get(d) % step == 0 && room > 0;
      int here = left >= room ? room : left;
      boolean fits = even && (left >= room ? left % room == 0 : room % left == 0);
      if (!fits) {
        exact = false;
        put(d, new GridAxis(GridLine.MESH, left, rate(step), hop(d, step)));
        return;
      }
      put(d, line(d, step, here));
      left /= here;
      from = stride(d) * grid.sizes().get(d);
    }
  }

  private void put(int d, GridAxis axis) {
    if (axis.ranks() > 1) {
      axes.add(axis);
      dimensionOf.add(d);
      linesOn[d]++;
    }
  }

  /** Ranks that are that many routers apart on a line of a dimension. */
  private GridAxis line(int d, int step, int ranks) {
    GridLine line = grid.shape().line();
    boolean joined = line == GridLine.ALL || line == GridLine.SWITCH;
    if (joined) {
      return new GridAxis(line, ranks, grid.linkBytesPerSecond(), hopSeconds);
    }
    boolean round = line == GridLine.RING && ranks * step == grid.sizes().get(d);
    // Two that are opposite each other have a way on either side.
    double sharing = round && ranks == 2 ? Math.max(1, step / 2.0) : step;
    return new GridAxis(
        round ? GridLine.RING : GridLine.MESH,
        ranks,
        grid.linkBytesPerSecond() / sharing,
        step * hopSeconds);
  }

  private double rate(int sharing) {
    return grid.linkBytesPerSecond() / Math.max(1, sharing);
  }

  private double hop(int d, int step) {
    boolean joined = grid.shape() == GridDesign.Shape.HYPERX;
    return hopSeconds * (joined ? 1 : Math.min(step, grid.sizes().get(d)));
  }

  /** The outermost dimension whose routers are at most so many ranks apart. */
  private int dimension(int apart) {
    int d = 0;
    while (d + 1 < grid.sizes().size() && stride(d + 1) <= apart) {
      d++;
    }
    return d;
  }

  private int stride(int d) {
    return grid.sizes().stream().limit(d).reduce(1, Math::multiplyExact);
  }
}
