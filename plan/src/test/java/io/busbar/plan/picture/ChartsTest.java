package io.busbar.plan.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.explain.Ledger;
import io.busbar.base.report.Block.Bar;
import io.busbar.base.report.Block.Bars;
import io.busbar.base.report.Block.Series;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.plan.answer.PlanAnswer.ScalingPoint;
import io.busbar.plan.answer.PlanAnswer.ScalingSummary;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.memory.MemoryCost;
import io.busbar.plan.memory.MemoryModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChartsTest {
  private static double total(Bar bar) {
    return bar.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static MemoryCost memory(Situation s) {
    return new MemoryModel(s.model(), s.cluster().node().gpu()).evaluate(s.training(), Ledger.OFF);
  }

  @Test
  void the_parts_of_a_step_add_up_to_it() {
    Situation situation = Setups.llama(PipelineSchedule.ONE_F_ONE_B, 1);
    Bars bars = StepBars.of(situation);
    assertThat(bars.parts()).contains("compute", "TP exposed", "DP exposed", "bubble");
    assertThat(bars.parts()).doesNotContain("CP exposed", "EP exposed");
    assertThat(total(bars.bars().getFirst())).isCloseTo(situation.cost().step(), within(1e-9));
  }

  @Test
  void without_overlap_all_communication_shows_and_nothing_is_slowed_by_it() {
    Situation situation = Setups.llama(PipelineSchedule.ONE_F_ONE_B, 1);
    Bars bars = StepBars.of(situation);
    Bar apart = bars.bars().getLast();
    assertThat(apart.values().get(bars.parts().indexOf("DP exposed")))
        .isCloseTo(situation.cost().data().total(), within(1e-9));
    assertThat(apart.values().get(bars.parts().indexOf("contention"))).isZero();
    assertThat(total(apart)).isGreaterThan(total(bars.bars().getFirst()));
  }

  @Test
  void memory_has_a_bar_per_stage_and_the_capacity_as_limit() {
    MemoryCost cost = memory(Setups.llama(PipelineSchedule.ONE_F_ONE_B, 1));
    Bars bars = MemoryBars.of(cost);
    assertThat(bars.bars()).hasSize(4);
    assertThat(bars.limit()).isEqualTo(cost.capacityBytes());
    assertThat(total(bars.bars().get(cost.heaviest()))).isCloseTo(cost.peakBytes(), within(1.0));
    assertThat(bars.bars().get(cost.heaviest()).label()).endsWith("(heaviest)");
  }

  @Test
  void equal_stages_share_a_bar() {
    MemoryCost cost = memory(Setups.llama(PipelineSchedule.GPIPE, 1));
    assertThat(MemoryBars.of(cost).bars())
        .extracting(Bar::label)
        .anyMatch(label -> label.startsWith("stages 2–3"));
  }

  @Test
  void of_many_stages_the_ends_and_the_heaviest_are_shown() {
    MemoryCost cost = memory(Setups.deepseek(PipelineSchedule.ONE_F_ONE_B));
    Bars bars = MemoryBars.of(cost);
    assertThat(bars.bars()).hasSizeBetween(7, 8);
    assertThat(bars.title()).endsWith("of 16 stages)");
    assertThat(bars.bars()).filteredOn(bar -> bar.label().endsWith("(heaviest)")).hasSize(1);
  }

  @Test
  void efficiency_is_drawn_in_percent_over_gpus() {
    ScalingPoint one = new ScalingPoint(4, 32, 4, 1000, 1, "fits", List.of());
    ScalingPoint all = new ScalingPoint(128, 1024, 4.1, 31000, 0.97, "fits", List.of());
    Series series = ScalingCurve.of(new ScalingSummary(List.of(one, all), List.of(), "4 nodes"));
    assertThat(series.xLogarithmic()).isTrue();
    assertThat(series.curves()).hasSize(1);
    assertThat(series.curves().getFirst().x()).containsExactly(32.0, 1024.0);
    assertThat(series.curves().getFirst().y().getLast()).isCloseTo(97, within(1e-9));
  }
}
