package io.busbar.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.blocks.Block;
import io.busbar.collective.blocks.BlockAlgorithm;
import io.busbar.collective.blocks.BlockSchedule;
import io.busbar.collective.blocks.BlockStep;
import io.busbar.collective.blocks.BlockStep.Buffer;
import io.busbar.collective.blocks.BlockStep.Kind;
import io.busbar.collective.blocks.BlockStep.Place;
import io.busbar.collective.blocks.BlocksOfSchedule;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.comm.LocalGroup;
import io.busbar.runtime.kernel.ReduceOp;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Schedules that the caller brings. */
class GivenScheduleTest {
  private static Schedule again(CollectiveOp op, Algorithm algorithm, int ranks) {
    Schedule ours =
        Schedules.of(ScheduleRequest.of(op, algorithm, Locality.flat(ranks)).withChannels(2));
    return BlockSchedule.tight(BlocksOfSchedule.of("ours", ours), 4);
  }

  @Test
  void a_sum_that_is_made_on_the_rank_itself_is_right() {
    Place own = new Place(Buffer.INPUT, 0);
    Place came = new Place(Buffer.SCRATCH, 0);
    List<BlockAlgorithm.Gpu> gpus =
        List.of(
            new BlockAlgorithm.Gpu(1, side(1, own, came)),
            new BlockAlgorithm.Gpu(1, side(0, own, came)));
    Schedule schedule =
        BlockSchedule.tight(
            new BlockAlgorithm("swap", CollectiveOp.ALL_REDUCE, 0, 1, true, gpus), 4);
    LocalGroup.run(
        2,
        comm -> {
          int[] in = new int[64];
          Arrays.fill(in, comm.rank() + 1);
          int[] out = new int[64];
          var sum = comm.prepare(Call.allReduce(Buf.of(in), Buf.of(out), ReduceOp.SUM), schedule);
          for (int run = 0; run < 3; run++) {
            sum.run();
            assertThat(out).containsOnly(3);
          }
          assertThat(in).containsOnly(comm.rank() + 1);
        });
  }

  private static List<Block> side(int peer, Place own, Place came) {
    return List.of(
        new Block(0, peer, -1, 0, List.of(new BlockStep(Kind.SEND, own, own, 1, -1, -1, 0))),
        new Block(1, -1, peer, 0, List.of(new BlockStep(Kind.RECEIVE, own, came, 1, -1, -1, 0))),
        new Block(
            2,
            -1,
            -1,
            0,
            List.of(
                new BlockStep(Kind.NOTHING, own, own, 0, 0, 0, 0),
                new BlockStep(Kind.REDUCE, came, own, 1, 1, 0, 0))));
  }

  @Test
  void blocks_of_several_chunks_are_gathered_scattered_and_exchanged() {
    int ranks = 4;
    Schedule gather = again(CollectiveOp.ALL_GATHER, Algorithm.RING, ranks);
    Schedule scatter = again(CollectiveOp.REDUCE_SCATTER, Algorithm.RING, ranks);
    Schedule exchange = again(CollectiveOp.ALL_TO_ALL, Algorithm.PAIRWISE, ranks);
    int part = 32;
    LocalGroup.run(
        ranks,
        comm -> {
          int rank = comm.rank();
          int[] own = new int[part];
          Arrays.setAll(own, i -> 1000 * rank + i);
          int[] all = new int[ranks * part];
          comm.prepare(Call.allGather(Buf.of(own), Buf.of(all)), gather).run();
          int[] wanted = new int[ranks * part];
          Arrays.setAll(wanted, i -> 1000 * (i / part) + i % part);
          assertThat(all).isEqualTo(wanted);

          int[] sum = new int[part];
          comm.prepare(Call.reduceScatter(Buf.of(all), Buf.of(sum), ReduceOp.SUM), scatter).run();
          Arrays.setAll(own, i -> ranks * (1000 * rank + i));
          assertThat(sum).isEqualTo(own);

          int[] given = new int[ranks * part];
          Arrays.setAll(given, i -> 1000 * rank + i);
          int[] got = new int[ranks * part];
          comm.prepare(Call.allToAll(Buf.of(given), Buf.of(got)), exchange).run();
          Arrays.setAll(wanted, i -> 1000 * (i / part) + rank * part + i % part);
          assertThat(got).isEqualTo(wanted);
        });
  }

  @Test
  void another_operation_or_size_is_refused() {
    Schedule gather = again(CollectiveOp.ALL_GATHER, Algorithm.RING, 2);
    LocalGroup.run(
        2,
        comm -> {
          Buf one = Buf.of(new int[16]);
          assertThatThrownBy(() -> comm.prepare(Call.allReduce(one, one, ReduceOp.SUM), gather))
              .hasMessageContaining("does not do all_reduce");
          Buf odd = Buf.of(new int[3]);
          Buf both = Buf.of(new int[6]);
          assertThatThrownBy(() -> comm.prepare(Call.allGather(odd, both), gather))
              .hasMessageContaining("needs a multiple of 4 chunks");
        });
  }
}
