package io.busbar.collective.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.verify.Hold;
import io.busbar.collective.verify.Traffic;
import io.busbar.collective.verify.Verifier;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every schedule that ranks do alone is written as thread blocks, which are right again. */
class RoundTripTest {
  private static final List<Locality> MACHINES =
      List.of(
          Locality.oneNode(2),
          Locality.oneNode(3),
          Locality.oneNode(8),
          Locality.flat(5),
          Locality.uniform(2, 4),
          Locality.uniform(4, 2));

  @ParameterizedTest
  @EnumSource(CollectiveOp.class)
  void what_is_written_as_blocks_is_the_same_collective(CollectiveOp op) {
    int seen = 0;
    for (Locality machine : MACHINES) {
      for (Algorithm algorithm : Schedules.algorithms(op, machine)) {
        for (int channels = 1; channels <= 2; channels++) {
          Schedule ours =
              Schedules.of(
                  ScheduleRequest.of(op, algorithm, machine)
                      .withChannels(channels)
                      .withPieces(algorithm == Algorithm.TREE ? 3 : 1));
          if (BlocksOfSchedule.refusal(ours) == null) {
            check(ours, algorithm + " of " + op + " on " + machine.ranks() + "/" + channels);
            seen++;
          }
        }
      }
    }
    assertThat(seen > 0)
        .isEqualTo(
            op != CollectiveOp.GATHER
                && op != CollectiveOp.SCATTER
                && op != CollectiveOp.SEND_RECEIVE);
  }

  private static void check(Schedule ours, String what) {
    BlockAlgorithm blocks = BlocksOfSchedule.of("ours", ours);
    BlockSchedule again = BlockSchedule.of(blocks);
    BlockProof proof = again.prove();
    assertThat(proof.faults()).as(what).isEmpty();
    assertThat(proof.racesLookedFor()).isTrue();
    long before = Verifier.verify(ours).traffic().stream().mapToLong(Traffic::total).sum();
    long after = Verifier.verify(again, again.slots(), Hold.HAND).traffic().getFirst().total();
    assertThat(after).as(what).isEqualTo(before);
  }

  @Test
  void switches_have_no_blocks() {
    Schedule nvls =
        Schedules.of(
            ScheduleRequest.of(CollectiveOp.ALL_REDUCE, Algorithm.NVLS, Locality.oneNode(4)));
    assertThatThrownBy(() -> BlocksOfSchedule.of("nvls", nvls))
        .hasMessage("switches that add up or copy have no thread blocks");
  }
}
