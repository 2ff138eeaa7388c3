package io.busbar.collective.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.busbar.base.explain.Ledger;
import io.busbar.base.grid.GridAxis;
import io.busbar.base.grid.GridGroup;
import io.busbar.base.grid.GridLine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Grids worked by hand: a buffer of 1 byte, links of 1 B/s, hops of 1,000 s. */
class GridTimeTest {
  private static final double HOP = 1000;

  @ParameterizedTest
  @CsvSource({
    // 2 (N-1)/N over the links of a router, and 2 (n-1) hops for each dimension
    "RING, 4x4, ALL_REDUCE, 0.46875, 12",
    "RING, 4x4x4, ALL_REDUCE, 0.328125, 18",
    "RING, 8x8, ALL_GATHER, 0.24609375, 14",
    // the same on half the links, in steps of two
    "MESH, 4x4, ALL_REDUCE, 0.9375, 24",
    "MESH, 4x4, REDUCE_SCATTER, 0.46875, 12",
    "ALL, 8, ALL_REDUCE, 0.25, 2",
    "ALL, 4x4, ALL_GATHER, 0.15625, 2",
    "SWITCH, 8, ALL_GATHER, 0.875, 2",
    // n/8 of a ring, the middle of a line, 1/n of a direct link
    "RING, 8x8, ALL_TO_ALL, 1, 8",
    "MESH, 4x4, ALL_TO_ALL, 1, 6",
    "ALL, 8, ALL_TO_ALL, 0.125, 1",
    // 4: (1/2)(3/4)/2 then (1/2)/8(3/4)/2; 8: (1/2)(7/8)/2 then (1/2)/4(7/8)/2, in step
    "RING, 4x8, ALL_GATHER, 0.2734375, 10",
  })
  void a_grid_takes_its_bytes_and_its_hops(
      GridLine line, String sizes, CollectiveOp op, double bytes, int hops) {
    List<GridAxis> axes = new ArrayList<>();
    for (String size : sizes.split("x", -1)) {
      axes.add(new GridAxis(line, Integer.parseInt(size), 1, HOP));
    }
    CollectiveCurve curve =
        GridTime.LINE_RATE.prepare(op, GroupShape.of(new GridGroup(axes, true)));
    double seconds = curve.seconds(1, Ledger.OFF);
    assertThat(seconds - hops * HOP).isCloseTo(bytes, withPercentage(1e-6));
  }
}
