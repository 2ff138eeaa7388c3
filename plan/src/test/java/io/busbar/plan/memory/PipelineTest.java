package io.busbar.plan.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.explain.Ledger;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Layers of stages and micro-batches in flight, schedule by schedule. */
class PipelineTest {

  private static List<Integer> layers(int layers, int pp, PipelineSchedule schedule, int virtual) {
    Parallelism p =
        new Draft().layout(1, pp, 1).schedule(schedule, virtual).training().parallelism();
    return IntStream.range(0, pp).mapToObj(i -> StageLayers.count(layers, p, i)).toList();
  }

  @Test
  void layers_are_dealt_evenly_where_they_divide() {
    assertThat(layers(80, 4, PipelineSchedule.ONE_F_ONE_B, 1)).containsExactly(20, 20, 20, 20);
    assertThat(layers(105, 1, PipelineSchedule.ONE_F_ONE_B, 1)).containsExactly(105);
  }

  @Test
  void embedding_and_head_count_as_layers_where_that_divides() {
    assertThat(layers(126, 8, PipelineSchedule.INTERLEAVED, 8))
        .containsExactly(15, 16, 16, 16, 16, 16, 16, 15);
    assertThat(layers(70, 12, PipelineSchedule.ONE_F_ONE_B, 1))
        .startsWith(5, 6, 6)
        .endsWith(6, 5)
        .hasSize(12);
  }

  @Test
  void otherwise_the_last_stage_takes_the_rest() {
    assertThat(layers(61, 4, PipelineSchedule.INTERLEAVED, 4)).containsExactly(16, 16, 16, 13);
  }

  @Test
  void no_stage_is_left_without_layers() {
    assertThat(layers(13, 5, PipelineSchedule.ONE_F_ONE_B, 1)).containsExactly(2, 3, 3, 3, 2);
    assertThat(layers(61, 20, PipelineSchedule.ONE_F_ONE_B, 1))
        .startsWith(4, 3, 3)
        .endsWith(3)
        .hasSize(20);
  }

  @ParameterizedTest
  @CsvSource({
    "GPIPE, 0, 16",
    "GPIPE, 3, 16",
    "ONE_F_ONE_B, 0, 4",
    "ONE_F_ONE_B, 1, 3",
    "ONE_F_ONE_B, 3, 1",
    "ZERO_BUBBLE_1P, 0, 4",
    "ZERO_BUBBLE_1P, 3, 1",
    "ZERO_BUBBLE_2P, 0, 8",
    "ZERO_BUBBLE_2P, 3, 2",
    "ZERO_BUBBLE_V, 0, 4",
    "ZERO_BUBBLE_V, 3, 4",
    "DUAL_PIPE, 0, 2.5",
    "DUAL_PIPE, 3, 2.5"
  })
  void micro_batches_in_flight(PipelineSchedule schedule, int stage, double expected) {
    Training training =
        new Draft().layout(1, 4, 1).schedule(schedule, 1).batch(64, 1, 16).training();
    assertThat(InFlight.microBatches(training, stage)).isEqualTo(expected);
  }

  @Test
  void interleaving_keeps_more_on_the_first_stage() {
    Training training =
        new Draft()
            .layout(1, 8, 1)
            .schedule(PipelineSchedule.INTERLEAVED, 3)
            .batch(64, 1, 80)
            .training();
    // p·(1 + (p − 1)/(p·v))
    assertThat(InFlight.microBatches(training, 0)).isEqualTo(8 * (1 + 7.0 / 24));
    assertThat(InFlight.microBatches(training, 7)).isEqualTo(17.0 / 3);
  }

  @Test
  void never_more_than_there_are() {
    for (PipelineSchedule schedule : PipelineSchedule.values()) {
      Training training =
          new Draft().layout(1, 8, 1).schedule(schedule, 2).batch(64, 1, 2).training();
      assertThat(InFlight.microBatches(training, 0)).isLessThanOrEqualTo(2);
    }
  }

  @Test
  void deepspeed_keeps_one_more() {
    Training training =
        new Draft()
            .layout(1, 4, 8)
            .batch(64, 1, 16)
            .stack(Stack.MEGATRON_2021, AttentionKernel.UNFUSED)
            .training();
    assertThat(InFlight.microBatches(training, 0)).isEqualTo(5);
  }

  @Test
  void one_stage_keeps_one_micro_batch() {
    Training training = new Draft().schedule(PipelineSchedule.GPIPE, 1).batch(64, 1, 16).training();
    assertThat(InFlight.microBatches(training, 0)).isEqualTo(1);
  }

  @Test
  void dual_pipe_holds_two_stages_and_a_v_both_ends() {
    MemoryModel model = new MemoryModel(Draft.llama70b(), Draft.B200);
    Draft draft = new Draft().layout(8, 4, 8).batch(4096, 1, 16);
    MemoryCost plain = model.evaluate(draft.training(), Ledger.OFF);
    draft.schedule(PipelineSchedule.DUAL_PIPE, 1);
    MemoryCost dual = model.evaluate(draft.training(), Ledger.OFF);
    double first = plain.stages().getFirst().parameters();
    double last = plain.stages().getLast().parameters();
    assertThat(dual.stages().getFirst().parameters()).isEqualTo(first + last);
    // 2.5 micro-batches of 40 layers: p + 1 stages' worth.
    assertThat(dual.stages().get(2).bytes(MemoryPart.ACTIVATIONS))
        .isEqualTo(plain.stages().getFirst().bytes(MemoryPart.ACTIVATIONS) * 5 / 4);

    draft.schedule(PipelineSchedule.ZERO_BUBBLE_V, 1);
    MemoryCost v = model.evaluate(draft.training(), Ledger.OFF);
    assertThat(v.stages().getFirst().parameters())
        .isEqualTo(first + last - plain.stages().get(1).parameters());
    assertThat(v.stages().getLast().microBatchesInFlight()).isEqualTo(4);
  }
}
