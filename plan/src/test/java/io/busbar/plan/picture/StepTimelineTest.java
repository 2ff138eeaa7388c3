package io.busbar.plan.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.report.Block.Lane;
import io.busbar.base.report.Block.Span;
import io.busbar.base.report.Block.Timeline;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Sharding;
import io.busbar.plan.effect.Situation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StepTimelineTest {
  private static final double ROUNDING = 1e-9;

  private static void isSound(Timeline timeline, Situation situation) {
    double step = situation.cost().step();
    double end = 0;
    for (Lane lane : timeline.lanes()) {
      double at = 0;
      for (Span span : lane.spans()) {
        assertThat(span.startSeconds())
            .as("%s in %s", span, lane.label())
            .isGreaterThanOrEqualTo(at - ROUNDING);
        assertThat(span.endSeconds()).isGreaterThanOrEqualTo(span.startSeconds());
        at = span.endSeconds();
      }
      end = Math.max(end, at);
    }
    assertThat(end).isCloseTo(step, within(ROUNDING));
  }

  private static double secondsOf(Lane lane, String kind) {
    return lane.spans().stream()
        .filter(span -> span.kind().equals(kind))
        .mapToDouble(LaneSpans::seconds)
        .sum();
  }

  @ParameterizedTest
  @EnumSource(PipelineSchedule.class)
  void it_ends_with_the_step_and_no_spans_of_a_lane_overlap(PipelineSchedule schedule) {
    int v = schedule == PipelineSchedule.INTERLEAVED ? 5 : 1;
    Situation situation = Setups.llama(schedule, v);
    isSound(StepTimeline.of(situation), situation);
    isSound(StepTimeline.complete(situation), situation);
  }

  @Test
  void each_stage_computes_every_micro_batch_both_ways() {
    Timeline timeline = StepTimeline.of(Setups.llama(PipelineSchedule.ONE_F_ONE_B, 1));
    assertThat(timeline.title()).isEqualTo("One step of 1F1B (16 micro-batches)");
    List<Lane> stages = timeline.lanes().subList(0, 4);
    assertThat(stages)
        .extracting(Lane::label)
        .containsExactly("stage 1", "stage 2", "stage 3", "stage 4");
    for (Lane stage : stages) {
      assertThat(stage.spans()).filteredOn(span -> span.kind().equals("forward")).hasSize(16);
      assertThat(stage.spans()).extracting(Span::label).contains("F1", "F16", "B1", "B16");
    }
  }

  @Test
  void backward_takes_twice_the_forward_pass_and_what_is_recomputed() {
    Situation situation = Setups.llama(PipelineSchedule.ONE_F_ONE_B, 1);
    Lane first = StepTimeline.of(situation).lanes().getFirst();
    double forward = secondsOf(first, "forward");
    double backward = secondsOf(first, "backward");
    double recomputeShare =
        StepPhases.waiting(situation.cost())
            * situation.cost().recompute()
            / (situation.cost().perMicroBatch() * situation.cost().microBatches());
    assertThat(backward / (forward + backward))
        .isCloseTo(2.0 / 3 + recomputeShare / 3, within(1e-9));
  }

  @Test
  void the_bubble_of_an_even_pipeline_is_the_models() {
    Situation situation = Setups.llama(PipelineSchedule.INTERLEAVED, 5);
    Lane first = StepTimeline.of(situation).lanes().getFirst();
    double idle = secondsOf(first, "bubble");
    double busy = secondsOf(first, "forward") + secondsOf(first, "backward");
    assertThat(idle / busy).isCloseTo(3.0 / (5 * 16), within(1e-6));
  }

  @Test
  void many_stages_and_micro_batches_are_cut_for_people_and_complete_for_a_trace() {
    Situation situation = Setups.deepseek(PipelineSchedule.ONE_F_ONE_B);
    Situation longer =
        Setups.of(
            "llama3-8b",
            "dgx-h100:2",
            Setups.dense(1, 16, PipelineSchedule.ONE_F_ONE_B, 1, 1),
            200,
            4096);
    Timeline shown = StepTimeline.of(longer);
    isSound(shown, longer);
    assertThat(shown.title())
        .isEqualTo(
            "One step of 1F1B (200 micro-batches; stages 1, 2, 9, 15, 16 of 16; the middle left"
                + " out)");
    assertThat(shown.lanes().getFirst().spans())
        .filteredOn(span -> span.kind().equals("muted"))
        .extracting(Span::label)
        .containsExactly("… 272 more passes …");
    Timeline complete = StepTimeline.complete(situation);
    isSound(complete, situation);
    List<Lane> stages =
        complete.lanes().stream().filter(lane -> lane.label().matches("stage \\d+")).toList();
    assertThat(stages).hasSize(16);
    for (Lane stage : stages) {
      assertThat(stage.spans()).filteredOn(span -> span.kind().equals("forward")).hasSize(60);
    }
  }

  @Test
  void a_cut_run_does_not_hide_the_turn_of_gpipe() {
    Span a = new Span(0, 1, "F1", "forward");
    Span b = new Span(1, 2, "F2", "forward");
    Span c = new Span(2, 3, "F3", "forward");
    Span d = new Span(9, 10, "B1", "backward");
    Span e = new Span(10, 11, "B2", "backward");
    assertThat(LaneSpans.cut(List.of(a, b, c, d, e), 2))
        .extracting(Span::startSeconds)
        .containsExactly(0.0, 1.0, 9.0, 10.0);
  }

  @Test
  void one_stage_of_sharded_parameters_hides_its_gathers_behind_every_pass() {
    Situation situation =
        Setups.of(
            "llama3-8b",
            "dgx-h100:8",
            Setups.dense(1, 1, PipelineSchedule.ONE_F_ONE_B, 1, 64, Sharding.PARAMETERS),
            256,
            8192);
    Timeline timeline = StepTimeline.of(situation);
    isSound(timeline, situation);
    assertThat(timeline.title()).isEqualTo("One step (4 micro-batches)");
    assertThat(timeline.lanes())
        .extracting(Lane::label)
        .containsExactly("every GPU", "hidden sharding");
    double hidden = situation.cost().data().total() - situation.cost().data().exposed();
    assertThat(secondsOf(timeline.lanes().getLast(), "communication"))
        .isCloseTo(hidden * StepPhases.waiting(situation.cost()), within(1e-9));
  }

  @Test
  void so_many_micro_batches_that_one_drawn_stands_for_several() {
    Situation situation =
        Setups.of(
            "llama3-8b",
            "dgx-h100:1",
            Setups.dense(8, 1, PipelineSchedule.ONE_F_ONE_B, 1, 1),
            1_000_000,
            512);
    Timeline timeline = StepTimeline.complete(situation);
    isSound(timeline, situation);
    assertThat(timeline.title()).contains("1000000 micro-batches; drawn 3 at a time");
  }
}
