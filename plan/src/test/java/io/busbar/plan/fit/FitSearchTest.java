package io.busbar.plan.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.model.training.Offload;
import io.busbar.plan.Asked;
import io.busbar.plan.Planned;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.answer.PlanAnswer.FitSummary;
import io.busbar.plan.memory.MemoryModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FitSearchTest {
  private static final String FULL_FINE_TUNE =
      "--model llama3-70b --cluster dgx-h100:1 --tp 8 --pp 1 --micro-batch 1 --global-batch 64";

  @ParameterizedTest
  @ValueSource(
      strings = {
        FULL_FINE_TUNE,
        "--model llama3-70b --cluster dgx-h100:1 --stack fsdp-compiled --global-batch 64",
        "--model mixtral-8x22b --cluster dgx-h100:4 --tp 8 --pp 1 --global-batch 128",
        "--model llama3-8b --cluster dgx-h100:1 --tp 1 --pp 1 --sharding none --global-batch 64",
        "--model llama3.1-405b --cluster dgx-h100:8 --tp 8 --pp 8 --global-batch 64",
      })
  void what_is_offered_fits_and_typing_it_gives_it(String options) {
    Planned planned = Asked.planned(options);
    PlanAnswer a = planned.answer();
    assertThat(a.memory().verdict()).isEqualTo("does-not-fit");
    assertThat(a.memory().shortBytes())
        .isEqualTo(a.memory().peakBytes() - a.memory().capacityBytes());
    assertThat(a.fits()).isNotEmpty();
    int knobs = 0;
    for (FitSummary fit : a.fits()) {
      assertThat(fit.knobs()).isGreaterThanOrEqualTo(knobs);
      knobs = fit.knobs();
      assertThat(fit.verdict()).isNotEqualTo("does-not-fit");
      assertThat(fit.peakBytes()).isLessThan(a.memory().peakBytes());
      assertThat(fit.stepS()).isPositive();
      assertThat(fit.options()).isNotBlank();
    }
  }

  @Test
  void the_optimizer_of_a_full_fine_tune_goes_to_the_host() {
    PlanAnswer a = Asked.planned(FULL_FINE_TUNE).answer();
    FitSummary first = a.fits().getFirst();
    assertThat(first.options()).isEqualTo("--offload optimizer");
    // Master and moments, 12 B of 70.55e9 / 8 parameters.
    assertThat(first.hostBytes()).isCloseTo(12 * 70.55e9 / 8, within(0.01e9 * 12));
    PlanAnswer typed =
        Asked.planned(FULL_FINE_TUNE + " --offload optimizer --recompute full").answer();
    assertThat(typed.memory().verdict()).isNotEqualTo("does-not-fit");
    assertThat(typed.memory().hostBytes()).isCloseTo(first.hostBytes(), within(0.1e9));
    // Gradients out and weights back, 6 B over 55 GB/s or so, and 30 B of host memory each.
    assertThat(typed.stepS() - a.stepS()).isBetween(1.0, 30.0);
  }

  @Test
  void what_fits_needs_nothing() {
    assertThat(Asked.planned("--model llama3-8b --cluster dgx-h100:2").answer().fits()).isEmpty();
  }

  @Test
  void activations_on_the_host_leave_two_layers_and_cost_what_is_not_hidden() {
    Planned on =
        Asked.planned(
            "--model llama3-8b --cluster dgx-h100:1 --tp 1 --pp 1 --recompute none --micro-batch 1"
                + " --global-batch 64");
    var training = on.situation().training();
    MemoryModel memory =
        new MemoryModel(on.situation().model(), on.situation().cluster().node().gpu());
    var off = training.with(Offload.ACTIVATIONS);
    assertThat(memory.peakBytes(off)).isLessThan(memory.peakBytes(training));
    assertThat(memory.hostBytes(off)).isCloseTo(memory.keptBytes(training), within(1.0));
    assertThat(on.situation().with(off).cost().step())
        .isGreaterThanOrEqualTo(on.situation().cost().step());
  }

  @Test
  void state_bytes_know_the_sharding() {
    PlanAnswer a =
        Asked.planned(
                "--model llama3-70b --cluster dgx-h100:8 --tp 1 --pp 1 --sharding fsdp"
                    + " --global-batch 64")
            .answer();
    // FSDP: 16 B of every parameter over 64 ranks.
    assertThat(a.stateBytesPerGpu()).isCloseTo(16 * 70.55e9 / 64, within(0.05e9));
    assertThat(a.stateBytesPerGpu()).isLessThan(a.memory().peakBytes());
  }
}
