package io.busbar.collective.verify;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class VerifierTest {
  private static final Schedule RING = ring(4);

  private static Schedule ring(int n) {
    return Schedules.of(
        ScheduleRequest.of(CollectiveOp.ALL_REDUCE, Algorithm.RING, Locality.oneNode(n)));
  }

  private static Fault faultWhen(Schedule schedule, int agent, UnaryOperator<List<Step>> change) {
    List<Step> steps = change.apply(new ArrayList<>(ChangedSchedule.steps(schedule, agent)));
    Fault fault = Verifier.verify(new ChangedSchedule(schedule, agent, steps)).fault();
    assertThat(fault).isNotNull();
    return requireNonNull(fault);
  }

  private static UnaryOperator<List<Step>> set(int at, Step step) {
    return steps -> {
      steps.set(at, step);
      return steps;
    };
  }

  @Test
  void a_right_schedule_is_proved_with_its_traffic() {
    Verification verification = Verifier.verify(RING);
    assertThat(verification.proved()).isTrue();
    assertThat(verification.steps()).isEqualTo(4 * 7);
    assertThat(verification.rounds()).isEqualTo(6);
    Traffic traffic = verification.traffic().getFirst();
    assertThat(traffic.edges()).isEqualTo(4);
    assertThat(traffic.total()).isEqualTo(24);
    assertThat(traffic.messages(0)).isEqualTo(6);
  }

  @Test
  void a_missing_contribution_is_named_with_rank_and_chunk() {
    // Rank 0 passes chunk 2 on without adding its own.
    Fault fault = faultWhen(RING, 0, set(1, new Step(Step.RECEIVE | Step.SEND, 3, 1, 2, 2, 1, 1)));
    assertThat(fault.kind()).isEqualTo(Fault.Kind.RESULT);
    assertThat(fault.agent()).isEqualTo(0);
    assertThat(fault.position()).isEqualTo(2);
    assertThat(fault)
        .hasToString(
            "channel 0, rank 0: at the end 2 holds block 2 with ranks 1, 2, 3;"
                + " wanted is block 2 with the sum of all ranks");
  }

  @Test
  void a_missing_contribution_is_found_above_64_ranks() {
    Fault fault =
        faultWhen(ring(100), 5, set(1, new Step(Step.RECEIVE | Step.SEND, 4, 6, 3, 3, 1, 1)));
    assertThat(fault.kind()).isEqualTo(Fault.Kind.RESULT);
    assertThat(fault.text()).contains("holds block 3 with other contributions");
  }

  @Test
  void a_contribution_that_is_added_twice_is_named() {
    // Rank 1 takes back what rank 0 sent last, and adds what is in it already.
    Fault fault =
        faultWhen(
            RING, 0, set(4, new Step(Step.RECEIVE | Step.REDUCE | Step.SEND, 3, 1, 3, 3, 1, 1)));
    assertThat(fault.kind()).isEqualTo(Fault.Kind.TWICE);
    assertThat(fault)
        .hasToString(
            "channel 0, rank 0, step 4 (receive 3, reduce, send 1: chunk 3):"
                + " rank 0 is added a second time to block 3");
  }

  @Test
  void different_blocks_are_not_added() {
    Fault fault =
        faultWhen(
            RING, 0, set(1, new Step(Step.RECEIVE | Step.REDUCE | Step.SEND, 3, 1, 1, 1, 1, 1)));
    assertThat(fault.kind()).isEqualTo(Fault.Kind.MIXED);
    assertThat(fault.text()).endsWith("block 2 is added to block 1");
  }

  @Test
  void a_message_that_never_comes_is_a_deadlock() {
    Schedule exchange =
        Schedules.of(
            ScheduleRequest.of(CollectiveOp.SEND_RECEIVE, Algorithm.DIRECT, Locality.oneNode(2)));
    Fault fault = faultWhen(exchange, 0, steps -> steps.subList(1, steps.size()));
    assertThat(fault.kind()).isEqualTo(Fault.Kind.DEADLOCK);
    assertThat(fault)
        .hasToString(
            "channel 0, rank 1, step 1 (receive 0, copy: chunk 1): rank 1 waits at step 1 for a"
                + " message from rank 0, which has finished");
  }

  @Test
  void lanes_that_wait_for_each_others_slots_are_a_deadlock() {
    // With one slot that stays taken while its message waits, a ring cannot move.
    Fault fault = requireNonNull(Verifier.verify(RING, 1, Hold.SLOT).fault());
    assertThat(fault.kind()).isEqualTo(Fault.Kind.DEADLOCK);
    assertThat(fault.text())
        .contains("rank 0 waits at step 1 for a free slot to rank 1; rank 1 waits at step 1");
  }

  @Test
  void a_message_that_nobody_takes_is_left_over() {
    Fault fault =
        faultWhen(
            RING,
            3,
            steps -> {
              steps.add(new Step(Step.SEND, -1, 0, 0, 0, 1, 1));
              return steps;
            });
    assertThat(fault.kind()).isEqualTo(Fault.Kind.LEFT_OVER);
    assertThat(fault).hasToString("channel 0, rank 0: rank 0 never takes a message from rank 3");
  }

  @Test
  void steps_that_make_no_sense_are_named() {
    assertThat(faultWhen(RING, 0, set(0, new Step(Step.SEND, -1, 4, 0, 0, 1, 1))).text())
        .endsWith("sends to agent 4 of 4");
    assertThat(faultWhen(RING, 0, set(0, new Step(Step.SEND, -1, 0, 0, 0, 1, 1))).text())
        .endsWith("sends to agent 0 of 4");
    assertThat(faultWhen(RING, 0, set(0, new Step(Step.SEND, -1, 1, 4, 0, 1, 1))).text())
        .endsWith("position outside the 4 of the work buffer");
    assertThat(faultWhen(RING, 0, set(0, new Step(Step.SEND, -1, 1, 0, 0, 2, 1))).text())
        .endsWith("carries 2 chunks; the schedule says at most 1");
    assertThat(
            faultWhen(RING, 0, set(0, new Step(Step.REDUCE | Step.SEND, -1, 1, 0, 0, 1, 1))).text())
        .endsWith("reduces without receiving or keeping");
    assertThat(faultWhen(RING, 0, set(1, new Step(Step.RECEIVE, 3, -1, 0, 0, 1, 1))).text())
        .endsWith("neither keeps nor sends its value");
  }

  @Test
  void reading_what_is_not_there_yet_is_named() {
    Schedule gather =
        Schedules.of(
            ScheduleRequest.of(CollectiveOp.ALL_GATHER, Algorithm.RING, Locality.oneNode(3)));
    Fault fault = faultWhen(gather, 0, set(0, new Step(Step.SEND, -1, 1, 2, 2, 1, 1)));
    assertThat(fault.kind()).isEqualTo(Fault.Kind.EMPTY);
    assertThat(fault.text()).endsWith("nothing is at 2 yet");
  }

  @Test
  void no_slots_are_refused() {
    assertThatThrownBy(() -> Verifier.verify(RING, 0, Hold.HAND))
        .hasMessage("slots 0; expected 1 or more");
  }
}
