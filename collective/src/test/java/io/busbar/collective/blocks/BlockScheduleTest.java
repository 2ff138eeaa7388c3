package io.busbar.collective.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.blocks.BlockStep.Buffer;
import io.busbar.collective.blocks.BlockStep.Kind;
import io.busbar.collective.blocks.BlockStep.Place;
import io.busbar.collective.verify.Holdings;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockScheduleTest {
  private static BlockStep step(Kind kind, Place from, Place to, int block, int waited) {
    return new BlockStep(kind, from, to, 1, block, waited, 0);
  }

  private static BlockStep step(Kind kind, Place from, Place to) {
    return step(kind, from, to, -1, -1);
  }

  private static Place i(int chunk) {
    return new Place(Buffer.INPUT, chunk);
  }

  private static Place o(int chunk) {
    return new Place(Buffer.OUTPUT, chunk);
  }

  private static Place s(int chunk) {
    return new Place(Buffer.SCRATCH, chunk);
  }

  private static Block block(int id, int send, int receive, BlockStep... steps) {
    return new Block(id, send, receive, 0, List.of(steps));
  }

  private static BlockAlgorithm two(
      CollectiveOp op, int chunks, boolean inPlace, List<Block> zero, List<Block> one) {
    return new BlockAlgorithm(
        "two",
        op,
        0,
        chunks,
        inPlace,
        List.of(new BlockAlgorithm.Gpu(2, zero), new BlockAlgorithm.Gpu(2, one)));
  }

  /** Both send what they have to the other's scratch and add it up on the GPU. */
  private static List<Block> exchange(int peer, boolean waits) {
    return List.of(
        block(0, peer, -1, step(Kind.SEND, i(0), i(0))),
        block(1, -1, peer, step(Kind.RECEIVE, i(0), s(0))),
        block(
            2,
            -1,
            -1,
            new BlockStep(Kind.NOTHING, i(0), i(0), 0, 0, 0, 7),
            step(Kind.REDUCE, s(0), i(0), waits ? 1 : -1, waits ? 0 : -1)));
  }

  @Test
  void a_sum_made_on_the_gpu_is_proved() {
    BlockAlgorithm both =
        two(CollectiveOp.ALL_REDUCE, 1, true, exchange(1, true), exchange(0, true));
    BlockSchedule schedule = BlockSchedule.of(both);
    assertThat(schedule.prove().faults()).isEmpty();
    assertThat(schedule.streams()).isEqualTo(3);
    Holdings holdings = Holdings.of(schedule, 0, 1);
    assertThat(holdings.after(0).contributors(0, 0)).isEqualTo(0b01);
    assertThat(holdings.after(1).contributors(0, 0)).isEqualTo(0b11);
    assertThat(holdings.after(1).fresh(1, 0)).isTrue();
  }

  @Test
  void what_no_wait_orders_is_a_race_although_one_run_is_right() {
    BlockAlgorithm both =
        two(CollectiveOp.ALL_REDUCE, 1, true, exchange(1, false), exchange(0, true));
    assertThat(BlockSchedule.of(both).prove().faults())
        .anySatisfy(fault -> {
          assertThat(fault.where()).isEqualTo("GPU 0, block 2, step 1");
          assertThat(fault.text()).contains("s[0]").contains("nothing says which is first");
        });
  }

  @Test
  void the_first_wrong_chunk_is_named() {
    List<Block> lazy =
        List.of(
            block(0, 1, -1, step(Kind.SEND, i(0), i(0))),
            block(1, -1, 1, step(Kind.RECEIVE, i(0), s(0))));
    BlockProof proof =
        BlockSchedule.of(two(CollectiveOp.ALL_REDUCE, 1, true, lazy, exchange(0, true))).prove();
    assertThat(proof.proved()).isFalse();
    assertThat(proof.faults().getFirst())
        .hasToString(
            "GPU 0: i[0]: at the end 0 holds block 0 with ranks 0; wanted is block 0 with the sum"
                + " of all ranks");
  }

  @Test
  void a_gather_with_buffers_apart_must_copy_its_own_part() {
    List<Block> zero =
        List.of(
            block(0, 1, -1, step(Kind.SEND, i(0), i(0))),
            block(1, -1, 1, step(Kind.RECEIVE, i(0), o(1))));
    List<Block> one =
        List.of(
            block(0, 0, -1, step(Kind.SEND, i(0), i(0)), step(Kind.COPY, i(0), o(1))),
            block(1, -1, 0, step(Kind.RECEIVE, i(0), o(0))));
    BlockProof proof = BlockSchedule.of(two(CollectiveOp.ALL_GATHER, 2, false, zero, one)).prove();
    assertThat(proof.faults())
        .singleElement()
        .hasToString("GPU 0: nothing is ever written to o[0]");
  }

  @Test
  void blocks_of_several_chunks_for_each_rank_are_gathered() {
    List<Block> zero = gather(1, 0);
    List<Block> one = gather(0, 2);
    assertThat(BlockSchedule.of(two(CollectiveOp.ALL_GATHER, 4, true, zero, one)).prove().faults())
        .isEmpty();
  }

  private static List<Block> gather(int peer, int own) {
    int other = 2 - own;
    return List.of(
        new Block(
            0,
            peer,
            peer,
            0,
            List.of(
                new BlockStep(Kind.SEND, o(own), o(own), 2, -1, -1, 0),
                new BlockStep(Kind.RECEIVE, o(other), o(other), 2, -1, -1, 0))));
  }

  @Test
  void an_input_that_is_read_after_the_result_is_written_is_kept_aside() {
    List<Block> zero =
        List.of(
            block(
                0,
                1,
                1,
                step(Kind.COPY, i(0), o(0)),
                step(Kind.SEND, i(0), i(0)),
                step(Kind.RECEIVE_REDUCE_COPY, o(0), o(0)),
                step(Kind.COPY, i(0), s(0))));
    List<Block> one =
        List.of(
            block(
                0, 0, 0, step(Kind.SEND, i(0), i(0)), step(Kind.RECEIVE_REDUCE_COPY, i(0), o(0))));
    BlockSchedule schedule = BlockSchedule.of(two(CollectiveOp.ALL_REDUCE, 1, false, zero, one));
    assertThat(schedule.keepAside()).isEqualTo(1);
    assertThat(schedule.prove().faults()).isEmpty();
  }

  @Test
  void blocks_that_wait_for_each_other_are_named() {
    List<Block> stuck =
        List.of(
            block(0, 1, -1, step(Kind.SEND, i(0), i(0), 1, 0)),
            block(1, -1, 1, step(Kind.RECEIVE, i(0), s(0), 0, 0)));
    BlockAlgorithm algorithm = two(CollectiveOp.ALL_REDUCE, 1, true, stuck, exchange(0, true));
    assertThatThrownBy(() -> BlockSchedule.of(algorithm))
        .isInstanceOf(BlockFaults.class)
        .hasMessageContaining("none can begin");
  }

  @Test
  void all_messages_that_do_not_meet_are_told_at_once() {
    List<Block> zero = List.of(block(0, 1, -1, step(Kind.SEND, i(0), i(0))));
    List<Block> one =
        List.of(
            block(0, -1, 0, step(Kind.RECEIVE, i(0), s(0)), step(Kind.RECEIVE, i(0), s(1))),
            block(1, 0, -1, step(Kind.SEND, i(0), i(0), 9, 0)));
    assertThatThrownBy(() -> BlockSchedule.of(two(CollectiveOp.ALL_REDUCE, 1, true, zero, one)))
        .isInstanceOfSatisfying(
            BlockFaults.class, faults -> assertThat(faults.faults()).hasSize(3));
  }
}
