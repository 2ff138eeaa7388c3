package io.busbar.collective.onesided;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.blocks.BlockStep.Buffer;
import io.busbar.collective.onesided.OneSidedPlan.Act;
import io.busbar.collective.onesided.OneSidedPlan.Block;
import io.busbar.collective.onesided.OneSidedPlan.Kind;
import io.busbar.collective.onesided.OneSidedPlan.Range;
import io.busbar.collective.onesided.OneSidedPlan.Rank;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two ranks gather one chunk each: each writes its own into the other's output and says so. */
class OneSidedProofTest {
  private static Range range(int rank, int chunk) {
    return new Range(List.of(rank), Buffer.OUTPUT, chunk, 1, false);
  }

  private static Act move(Range from, Range to) {
    return new Act(Kind.MOVE, "put", List.of(from), List.of(to), List.of(), 0, false, false, 7);
  }

  private static Act sync(Kind kind, Integer... counters) {
    return new Act(kind, "sync", List.of(), List.of(), List.of(counters), 2, false, false, 8);
  }

  private static OneSidedProof prove(List<List<Act>> first, List<List<Act>> second) {
    List<Rank> ranks = new ArrayList<>();
    for (List<List<Act>> blocks : List.of(first, second)) {
      List<Block> made = new ArrayList<>();
      blocks.forEach(acts -> made.add(new Block(made.size(), acts)));
      ranks.add(new Rank(1, made, List.of(0)));
    }
    return OneSidedProof.of(new OneSidedPlan(CollectiveOp.ALL_GATHER, 1, 2, true, 1, ranks));
  }

  private static List<Act> gather(int rank) {
    int other = 1 - rank;
    return List.of(
        move(range(rank, rank), range(other, rank)),
        sync(Kind.SYNC),
        sync(Kind.SIGNAL, other),
        sync(Kind.WAIT, rank));
  }

  @Test
  void two_ranks_that_write_and_signal_gather() {
    OneSidedProof proof = prove(List.of(gather(0)), List.of(gather(1)));
    assertThat(proof.faults()).isEmpty();
    assertThat(proof.moves()).isEqualTo(2);
    assertThat(proof.signals()).isEqualTo(2);
    assertThat(proof.remoteParts()).isEqualTo(2);
  }

  @Test
  void a_chunk_that_nobody_writes_is_named() {
    List<Act> lazy = List.of(sync(Kind.SIGNAL, 0), sync(Kind.WAIT, 1));
    OneSidedProof proof = prove(List.of(gather(0)), List.of(lazy));
    assertThat(proof.faults().getFirst())
        .hasToString("GPU 0: o[1] ends with nothing, not chunk 0 of rank 1");
  }

  @Test
  void who_waits_for_ever_is_named() {
    List<Act> mute = gather(1).subList(0, 2);
    OneSidedProof proof = prove(List.of(gather(0)), List.of(mute));
    assertThat(proof.faults().getFirst().toString())
        .startsWith("GPU 0, block 0, operation 3 (sync): waits for ever");
  }

  @Test
  void a_signal_that_nobody_takes_is_told() {
    OneSidedProof proof = prove(List.of(gather(0)), List.of(gather(1).subList(0, 3)));
    assertThat(proof.faults().getFirst().text()).contains("never waited for");
  }

  @Test
  void reading_what_another_rank_writes_without_waiting_is_a_race() {
    List<Act> hasty = new ArrayList<>(gather(0));
    hasty.add(3, move(range(0, 1), new Range(List.of(0), Buffer.SCRATCH, 0, 1, false)));
    // In this order of play the second rank may not have written yet: either way it is wrong.
    OneSidedProof proof = prove(List.of(hasty), List.of(gather(1)));
    assertThat(proof.proved()).isFalse();
  }

  @Test
  void threads_that_do_not_meet_after_a_wait_are_a_race() {
    List<Act> acts = new ArrayList<>(gather(0));
    acts.add(move(range(0, 1), new Range(List.of(0), Buffer.SCRATCH, 0, 1, false)));
    OneSidedProof hasty = prove(List.of(acts), List.of(gather(1)));
    assertThat(hasty.faults().getFirst().text())
        .contains("reads o[1]")
        .contains("without an order");
    acts.add(4, sync(Kind.SYNC));
    assertThat(prove(List.of(acts), List.of(gather(1))).faults()).isEmpty();
  }

  @Test
  void semaphores_and_barriers_order_blocks_of_a_rank() {
    Range aside = new Range(List.of(0), Buffer.SCRATCH, 0, 1, false);
    List<Act> first = new ArrayList<>(gather(0));
    first.addAll(List.of(sync(Kind.SYNC), sync(Kind.RELEASE, 0)));
    List<Act> after = List.of(sync(Kind.ACQUIRE, 0), sync(Kind.SYNC), move(range(0, 1), aside));
    assertThat(prove(List.of(first, after), List.of(gather(1))).faults()).isEmpty();
    List<Act> meets = new ArrayList<>(gather(0));
    meets.addAll(List.of(sync(Kind.SYNC), sync(Kind.BARRIER, 0)));
    List<Act> met = List.of(sync(Kind.BARRIER, 0), move(range(0, 1), aside));
    assertThat(prove(List.of(meets, met), List.of(gather(1))).faults()).isEmpty();
  }

  @Test
  void packets_need_no_signal() {
    Range far = new Range(List.of(1), Buffer.SCRATCH, 0, 1, true);
    Range here = new Range(List.of(0), Buffer.SCRATCH, 0, 1, true);
    List<Act> zero = List.of(move(range(0, 0), far), move(here, range(0, 1)));
    List<Act> one = List.of(move(range(1, 1), here), move(far, range(1, 0)));
    assertThat(prove(List.of(zero), List.of(one)).faults()).isEmpty();
  }

  @Test
  void a_sum_that_counts_a_rank_twice_is_refused() {
    Act twice =
        new Act(
            Kind.MOVE,
            "re",
            List.of(range(0, 0), range(0, 0)),
            List.of(range(0, 0)),
            List.of(),
            0,
            false,
            false,
            3);
    OneSidedProof proof = prove(List.of(List.of(twice)), List.of(List.of()));
    assertThat(proof.faults().getFirst().line()).isEqualTo(3);
    assertThat(proof.faults().getFirst().text()).contains("a second time");
  }
}
