package io.busbar.plan.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.quantity.Money;
import io.busbar.base.report.Finding;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.Planner;
import io.busbar.plan.Times;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeasuredScalingTest {
  private static final Position AT = Position.of("--measured");

  private static MeasuredScaling.Answer answer(
      String runs, MeasuredScaling.Plan plan, Money price) {
    return (MeasuredScaling.Answer)
        MeasuredScaling.report(Measured.parse(runs, AT), plan, price, 8760).answer();
  }

  @Test
  void efficiency_is_tokens_per_gpu_over_the_smallest_run() {
    MeasuredScaling.Answer a = answer("8=4800tok/s,1024=488000tok/s", null, Money.parse("$3"));
    assertThat(a.points().getLast().efficiency()).isCloseTo(0.794, within(0.0005));
    // A point on 1,024 GPUs at $3 is worth 0.01·1024·3·8760 a year.
    assertThat(a.pointPerYearUsd()).isCloseTo(269_107, within(1.0));
    assertThat(a.lossPerYearUsd()).isCloseTo(269_107 * 20.57, within(1000.0));
  }

  @Test
  void a_baseline_that_cannot_have_fitted_is_named() {
    PlanFile file =
        PlanFile.load(
            null,
            PlanOption.overlay(
                Map.of(
                    "--model",
                    "llama3-70b",
                    "--cluster",
                    "dgx-h100:128",
                    "--tp",
                    "8",
                    "--pp",
                    "4",
                    "--global-batch",
                    "512")));
    MeasuredScaling.Plan plan =
        new MeasuredScaling.Plan(
            Planner.plan(new PlanQuestion(file, Times.NCCL, null, false, false)).situation(),
            file.training());
    assertThat(answer("8=4800tok/s,1024=488000tok/s", plan, null).findings())
        .extracting(Finding::code)
        .contains("baseline-out-of-memory");
    MeasuredScaling.Answer held = answer("256=245000tok/s,1024=900000tok/s", plan, null);
    assertThat(held.findings()).isEmpty();
    MeasuredScaling.Point last = held.points().getLast();
    assertThat(last.predictedEfficiency()).isBetween(0.9, 1.0);
    double losses = last.predictedLossShares().stream().mapToDouble(l -> l.share()).sum();
    assertThat(losses).isCloseTo(1 - last.predictedEfficiency(), within(1e-9));
  }

  @Test
  void more_than_perfect_scaling_is_doubted() {
    assertThat(answer("8=1000tok/s,16=2500tok/s", null, null).findings())
        .extracting(Finding::code)
        .containsExactly("efficiency-over-one");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "8=4800",
        "8=4800tok/s",
        "8=4800tok/s,8=4900tok/s",
        "0=1tok/s,8=2tok/s",
        "8=-1tok/s,16=2tok/s",
        "8=NaNtok/s,16=2tok/s",
        "eight=1tok/s,16=2tok/s",
        "8:4800tok/s,16:9000tok/s",
        "8=0tok/s,16=2tok/s"
      })
  void what_is_no_list_of_runs_is_refused(String text) {
    assertThatThrownBy(() -> Measured.parse(text, AT))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("--measured");
  }

  @Test
  void runs_are_sorted_by_size() {
    assertThat(Measured.parse("1024=488_000tok/s, 8=4.8e3tok/s", AT))
        .isEqualTo(List.of(new Measured(8, 4800), new Measured(1024, 488_000)));
  }
}
