package io.busbar.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.MessagePlayer;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.ThreadExecutor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FirstShapesTest {
  @ParameterizedTest
  @EnumSource
  void proved(Algorithm algorithm) {
    for (CollectiveOp op : Schedules.operations(algorithm)) {
      for (int n = 1; n <= 64; n++) {
        for (Locality shape : Proofs.shapes(n)) {
          if (Schedules.refusal(algorithm, op, shape) == null) {
            Proofs.proved(Proofs.schedule(algorithm, op, shape));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void executed(Algorithm algorithm) {
    for (CollectiveOp op : Schedules.operations(algorithm)) {
      for (int n : new int[] {1, 2, 3, 5, 8}) {
        Schedule schedule =
            Schedules.of(ScheduleRequest.of(op, algorithm, Locality.oneNode(n)).withChannels(2));
        ThreadExecutor.check(schedule, 840L * 4, 256, 1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 17})
  void played(int n) {
    Schedule ring = Proofs.schedule(Algorithm.RING, CollectiveOp.ALL_REDUCE, n);
    assertThat(MessagePlayer.seconds(ring, 3, 5, 2)).isCloseTo(2 * (n - 1) * 8, within(1e-9));
    Schedule direct = Proofs.schedule(Algorithm.DIRECT, CollectiveOp.ALL_REDUCE, n);
    assertThat(MessagePlayer.seconds(direct, 3, 5, 2)).isCloseTo(2 * 8, within(1e-9));
    Schedule pat = Proofs.schedule(Algorithm.PAT, CollectiveOp.ALL_GATHER, n);
    int levels = 32 - Integer.numberOfLeadingZeros(n - 1);
    assertThat(MessagePlayer.seconds(pat, 3, 5, 2))
        .isCloseTo(levels * 3 + (n - 1) * 5, within(1e-9));
  }
}
