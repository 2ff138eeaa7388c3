package io.busbar.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.grid.GridAxis;
import io.busbar.base.grid.GridLine;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.verify.Hold;
import io.busbar.collective.verify.Traffic;
import io.busbar.collective.verify.Verification;
import io.busbar.collective.verify.Verifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByDimensionTest {
  static List<GridAxis> grid(GridLine line, String sizes) {
    List<GridAxis> axes = new ArrayList<>();
    for (String size : sizes.split("x", -1)) {
      axes.add(new GridAxis(line, Integer.parseInt(size), 1, 0));
    }
    return axes;
  }

  /** Every rank sends (N−1)/N of the buffer, twice for an all-reduce, whatever the lines are. */
  @ParameterizedTest
  @CsvSource({
    "RING, 4x4",
    "RING, 4x4x4",
    "RING, 3x5",
    "RING, 2x3x4",
    "RING, 8",
    "MESH, 4x4",
    "MESH, 5x2",
    "MESH, 7",
    "ALL, 8",
    "ALL, 4x4",
    "ALL, 2x6x3",
    "SWITCH, 4x3",
    "RING, 6x6x2",
    "ALL, 6x2x6",
    "RING, 2x2x2x2",
  })
  void is_proved_and_sends_no_byte_twice(GridLine line, String sizes) {
    List<GridAxis> grid = grid(line, sizes);
    int ranks = grid.stream().mapToInt(GridAxis::ranks).reduce(1, (a, b) -> a * b);
    for (CollectiveOp op : Algorithm.BY_DIMENSION.operations()) {
      Schedule schedule =
          Schedules.of(
              ScheduleRequest.of(op, Algorithm.BY_DIMENSION, Locality.flat(ranks))
                  .withGrid(grid)
                  .withChannels(2 * grid.size()));
      Verification proof = Verifier.verify(schedule, 4, Hold.HAND);
      assertThat(proof.fault()).as(op + " on " + sizes).isNull();
      int passes = op == CollectiveOp.ALL_REDUCE ? 2 : 1;
      for (Traffic traffic : proof.traffic()) {
        assertThat(traffic.sent(ranks / 2)).isEqualTo(passes * (ranks - 1L));
      }
    }
  }
}
