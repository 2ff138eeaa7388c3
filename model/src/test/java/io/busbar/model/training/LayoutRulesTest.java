package io.busbar.model.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.Mixer;
import io.busbar.model.workload.ModelSpec;
import io.busbar.model.workload.ParameterCount;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutRulesTest {
  private static final ModelSpec DENSE =
      model(80, new Mixer.Attention(64, 8, 128, 0), new FeedForward.Dense(28672, true));
  private static final ModelSpec EXPERTS =
      model(32, new Mixer.Attention(32, 8, 128, 0), new FeedForward.Experts(8, 2, 14336, 0, true));

  /** Collects keys of broken rules and codes of remarks. */
  private static final class Heard implements LayoutSink {
    private final List<String> errors = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    @Override
    public void error(Supplier<Breach> why) {
      errors.add(why.get().key());
    }

    @Override
    public void remark(Supplier<Remark> what) {
      remarks.add(what.get().code());
    }
  }

  @ParameterizedTest
  @CsvSource({
    // tp, pp, v, cp, dp, holds: 80 layers, 64 heads, 8 key/value heads, sequence 8192, batch 512
    "8, 4, 1, 1, 32, true",
    "8, 4, 5, 1, 32, true",
    "16, 1, 1, 1, 64, true",
    "1, 1, 1, 8, 128, true",
    "6, 1, 1, 1, 1, false",
    "128, 1, 1, 1, 8, false",
    "8, 128, 1, 1, 1, false",
    "8, 20, 5, 1, 4, false",
    "8, 4, 5, 1, 256, false",
    "8, 1, 2, 1, 32, false",
    "1, 1, 1, 3, 1, false",
    "1, 1, 1, 1, 100, false",
  })
  void a_layout_holds_when_it_divides_model_and_batch(
      int tp, int pp, int v, int cp, int dp, boolean holds) {
    PipelineSchedule schedule = v > 1 ? PipelineSchedule.INTERLEAVED : PipelineSchedule.ONE_F_ONE_B;
    Parallelism p = dense(tp, pp, schedule, v, cp, dp);
    LayoutRules rules = new LayoutRules(ModelLimits.of(DENSE), 8192, 512);
    Heard heard = new Heard();

    rules.check(p, 1, heard);

    assertThat(rules.holds(p, 1)).isEqualTo(holds);
    assertThat(heard.errors.isEmpty()).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource({
    "GPIPE, 1, 3, true",
    "ONE_F_ONE_B, 4, 3, true",
    "ZERO_BUBBLE_1P, 4, 8, true",
    "ZERO_BUBBLE_1P, 1, 8, false",
    "ZERO_BUBBLE_V, 40, 80, true",
    "ZERO_BUBBLE_V, 50, 100, false",
    "DUAL_PIPE, 4, 8, true",
    "DUAL_PIPE, 4, 9, false",
    "DUAL_PIPE, 4, 6, false",
    "DUAL_PIPE, 5, 10, false",
  })
  void schedules_need_what_their_authors_say(
      PipelineSchedule schedule, int pp, int microBatches, boolean holds) {
    LayoutRules rules = new LayoutRules(ModelLimits.of(DENSE), 8192, microBatches);

    assertThat(rules.holds(dense(1, pp, schedule, 1, 1, 1), 1)).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource({
    // tp, dp, ep, etp, holds: 8 experts of width 14336
    "1, 8, 8, 1, true",
    "2, 4, 8, 1, true",
    "2, 8, 8, 2, true",
    "1, 16, 16, 1, false",
    "1, 6, 3, 1, false",
    "1, 4, 8, 1, false",
    "1, 10, 2, 5, false",
  })
  void experts_are_split_over_ranks_that_tile_a_stage(
      int tp, int dp, int ep, int etp, boolean holds) {
    Parallelism p = layout(tp, 1, PipelineSchedule.ONE_F_ONE_B, 1, 1, dp, ep, etp);

    assertThat(new LayoutRules(ModelLimits.of(EXPERTS), 8192, 0).holds(p, 0)).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource({
    // 80 layers, embedding and output projection: 82 = 41 x 2
    "41, 2, true",
    "27, 3, false",
    "21, 4, false",
  })
  void embedding_and_output_may_stand_in_place_of_a_layer(int pp, int v, boolean holds) {
    LayoutRules rules = new LayoutRules(ModelLimits.of(DENSE), 8192, 4L * pp);
    Parallelism p = dense(1, pp, PipelineSchedule.INTERLEAVED, v, 1, 1);

    assertThat(rules.holds(p, 1)).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource({
    // 80 layers: even; 3 chunks a rank make 84; 80 + 2 = 41 x 2; neither divides by 3 x 4
    "4, 1, 20",
    "4, 5, 20",
    "4, 3, 21",
    "41, 1, 2",
    "12, 1, 7",
  })
  void layers_of_the_fullest_rank(int pp, int chunks, int layers) {
    assertThat(ModelLimits.of(DENSE).mostLayers(pp, chunks)).isEqualTo(layers);
  }

  @Test
  void one_wrong_tp_is_told_once() {
    Heard heard = new Heard();

    new LayoutRules(ModelLimits.of(DENSE), 8192, 0)
        .check(dense(6, 1, PipelineSchedule.ONE_F_ONE_B, 1, 1, 0), 0, heard);

    assertThat(heard.errors).containsExactly("parallelism.tp");
  }

  @Test
  void what_runs_badly_is_a_remark_and_no_error() {
    Heard heard = new Heard();

    new LayoutRules(ModelLimits.of(DENSE), 16392, 6)
        .check(dense(1, 12, PipelineSchedule.ONE_F_ONE_B, 1, 8, 1), 1, heard);

    assertThat(heard.errors).isEmpty();
    assertThat(heard.remarks)
        .containsExactly(
            "context-unbalanced",
            "sequence-over-positions",
            "uneven-stages",
            "pipeline-not-filled");
  }

  @Test
  void rules_on_replicas_wait_until_these_are_known() {
    LayoutRules rules = new LayoutRules(ModelLimits.of(EXPERTS), 8192, 500);

    assertThat(rules.holds(layout(1, 1, PipelineSchedule.ONE_F_ONE_B, 1, 1, 0, 8, 1), 1)).isTrue();
  }

  @Test
  void every_kind_of_layer_counts() {
    ModelSpec hybrid =
        new ModelSpec(
            "hybrid",
            "test",
            8192,
            32000,
            false,
            List.of(
                new LayerGroup(10, new Mixer.Mamba(16384, 256, 8, 128, 4), new FeedForward.None()),
                new LayerGroup(2, new Mixer.Attention(40, 8, 128, 0), new FeedForward.None()),
                new LayerGroup(4, new Mixer.None(), new FeedForward.Dense(32768, false))),
            0,
            0,
            new ParameterCount(0, 0, 0, List.of(), 0));
    LayoutRules rules = new LayoutRules(ModelLimits.of(hybrid), 8192, 0);

    assertThat(rules.holds(dense(8, 1, PipelineSchedule.ONE_F_ONE_B, 1, 1, 0), 0)).isTrue();
    assertThat(rules.holds(dense(16, 1, PipelineSchedule.ONE_F_ONE_B, 1, 1, 0), 0)).isFalse();
    assertThat(rules.holds(dense(1, 16, PipelineSchedule.ONE_F_ONE_B, 1, 1, 0), 0)).isTrue();
    assertThat(rules.holds(dense(1, 17, PipelineSchedule.ONE_F_ONE_B, 1, 1, 0), 0)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"64, 6, nearest: 4 or 8", "64, 100, nearest: 64", "7, 2, nearest: 1 or 7"})
  void divisors_near_by_are_offered(long n, long wanted, String text) {
    assertThat(Divisors.nearest(n, wanted)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"32, 500, nearest: 480 or 512", "64, 16, the smallest is 64"})
  void multiples_near_by_are_offered(long step, long wanted, String text) {
    assertThat(Divisors.nearestMultiples(step, wanted)).isEqualTo(text);
  }

  private static Parallelism dense(
      int tp, int pp, PipelineSchedule schedule, int v, int cp, int dp) {
    return layout(tp, pp, schedule, v, cp, dp, 1, 1);
  }

  private static Parallelism layout(
      int tp, int pp, PipelineSchedule schedule, int v, int cp, int dp, int ep, int etp) {
    return new Parallelism(
        tp,
        tp > 1,
        pp,
        schedule,
        v,
        cp,
        ContextParallel.RING,
        ep,
        etp,
        dp,
        Sharding.OPTIMIZER,
        0,
        Parallelism.DEFAULT_ORDER);
  }

  private static ModelSpec model(int layers, Mixer mixer, FeedForward part) {
    return new ModelSpec(
        "test",
        "test",
        8192,
        128256,
        false,
        List.of(new LayerGroup(layers, mixer, part)),
        0,
        8192,
        new ParameterCount(0, 0, 0, List.of(), 0));
  }
}
