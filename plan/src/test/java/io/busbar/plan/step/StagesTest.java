package io.busbar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.explain.Ledger;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Sharding;
import org.junit.jupiter.api.Test;

class StagesTest {
  private static Stages of(int layers, int stages, int chunks) {
    return Stages.of(
        layers, Cases.layout(1, stages, 1, 1, Sharding.NONE, PipelineSchedule.INTERLEAVED, chunks));
  }

  private static double factor(
      PipelineSchedule schedule, int stages, int chunks, long microBatches) {
    return Stages.bubbleFactor(
        Cases.layout(1, stages, 1, 1, Sharding.NONE, schedule, chunks), microBatches, Ledger.OFF);
  }

  @Test
  void layers_that_divide_fall_evenly() {
    assertThat(of(80, 4, 1)).isEqualTo(new Stages(20, 20, 20));
    assertThat(of(80, 4, 5)).isEqualTo(new Stages(20, 20, 20));
  }

  @Test
  void embedding_and_output_take_slots_when_two_more_layers_would_divide() {
    assertThat(of(126, 8, 1)).isEqualTo(new Stages(16, 15, 15));
    assertThat(of(126, 8, 8)).isEqualTo(new Stages(16, 15, 15));
  }

  @Test
  void otherwise_the_last_stage_holds_the_rest() {
    assertThat(of(61, 4, 1)).isEqualTo(new Stages(16, 16, 13));
  }

  @Test
  void without_a_pipeline_all_layers_are_one_stage() {
    assertThat(of(61, 1, 1)).isEqualTo(new Stages(61, 61, 61));
  }

  @Test
  void leading_layers_lie_on_the_first_chunks() {
    Parallelism plain = Cases.layout(1, 4, 1, 1, Sharding.NONE, PipelineSchedule.ONE_F_ONE_B, 1);
    Stages four = Stages.of(8, plain);
    assertThat(four.leadingOn(0, 3, plain)).isEqualTo(2);
    assertThat(four.leadingOn(1, 3, plain)).isEqualTo(1);
    assertThat(four.leadingOn(2, 3, plain)).isZero();
    Parallelism chunks = Cases.layout(1, 4, 1, 1, Sharding.NONE, PipelineSchedule.INTERLEAVED, 2);
    Stages interleaved = Stages.of(8, chunks);
    assertThat(interleaved.leadingOn(0, 3, chunks)).isEqualTo(1);
    assertThat(interleaved.leadingOn(2, 3, chunks)).isEqualTo(1);
    assertThat(interleaved.leadingOn(3, 3, chunks)).isZero();
  }

  @Test
  void idle_time_follows_the_schedule() {
    assertThat(factor(PipelineSchedule.GPIPE, 4, 1, 16)).isEqualTo(1);
    assertThat(factor(PipelineSchedule.ONE_F_ONE_B, 4, 1, 16)).isEqualTo(1);
    assertThat(factor(PipelineSchedule.INTERLEAVED, 4, 5, 16)).isCloseTo(0.2, within(1e-12));
    assertThat(factor(PipelineSchedule.ZERO_BUBBLE_1P, 4, 1, 16)).isCloseTo(1.0 / 3, within(1e-12));
    assertThat(factor(PipelineSchedule.ZERO_BUBBLE_2P, 4, 1, 16)).isZero();
    assertThat(factor(PipelineSchedule.ZERO_BUBBLE_V, 4, 1, 16)).isZero();
    assertThat(factor(PipelineSchedule.DUAL_PIPE, 16, 1, 32))
        .isCloseTo(7.0 / 15 / 2, within(1e-12));
    assertThat(factor(PipelineSchedule.DUAL_PIPE, 2, 1, 16)).isZero();
  }

  @Test
  void zero_bubble_schedules_need_micro_batches_to_fill_their_gaps() {
    // One micro-batch on four stages: 2·4 − 1 − 1 = 6 of 9 units stay idle; V-shaped 5.5.
    assertThat(factor(PipelineSchedule.ZERO_BUBBLE_1P, 4, 1, 1)).isCloseTo(6.0 / 9, within(1e-12));
    assertThat(factor(PipelineSchedule.ZERO_BUBBLE_2P, 4, 1, 1)).isCloseTo(6.0 / 9, within(1e-12));
    assertThat(factor(PipelineSchedule.ZERO_BUBBLE_V, 4, 1, 1)).isCloseTo(5.5 / 9, within(1e-12));
  }
}
