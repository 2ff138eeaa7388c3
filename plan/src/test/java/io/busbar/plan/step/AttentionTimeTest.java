package io.busbar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.busbar.base.explain.Ledger;
import io.busbar.model.training.AttentionKernel;
import org.junit.jupiter.api.Test;

class AttentionTimeTest {
  private static final StepConstants CONSTANTS =
      StepConstants.standard()
          .with("attention_hopper", 0.5)
          .with("attention_half_tokens", 2048)
          .with("exposed_exponentials", 1)
          .with("unfused_score_bytes", 13)
          .with("sustained_hopper", 0.9);
  private static final GpuRates GPU = Cases.h100(CONSTANTS);

  private static AttentionTime of(AttentionKernel kernel, int width) {
    return AttentionTime.of(kernel, 8192, 8, 8192, 4096, width, width, GPU, CONSTANTS, Ledger.OFF);
  }

  @Test
  void fused_attention_pays_products_and_exponentials() {
    // 8192 queries x 8 heads x 4096 keys; 8192 / (8192 + 2048) = 0.8 of half of 794.5 TFLOPS.
    double pairs = 8192.0 * 8 * 4096;
    double rate = 794.5e12 * 0.5 * 0.8;
    double exponentials = 1 / GPU.exponentialsPerSecond;
    AttentionTime time = of(AttentionKernel.FLASH_3, 128);
    assertThat(time.forward)
        .isCloseTo(pairs * (2 * 256 / rate + exponentials), withinPercentage(1e-9));
    assertThat(time.backward)
        .isCloseTo(pairs * (5 * 256 / (0.85 * rate) + exponentials), withinPercentage(1e-9));
  }

  @Test
  void unfused_attention_computes_masked_scores_and_moves_every_score() {
    double pairs = 8192.0 * 8 * 8192;
    double products = 2 * pairs * 256 / (794.5e12 * 0.9);
    double traffic = pairs * 13 / (3.35e12 * 0.85);
    AttentionTime time = of(AttentionKernel.UNFUSED, 128);
    assertThat(time.forward).isCloseTo(products + traffic, withinPercentage(1e-9));
    assertThat(time.backward).isCloseTo(2 * products + 1.5 * traffic, withinPercentage(1e-9));
  }

  @Test
  void heads_of_odd_width_run_unfused_products_at_half_rate() {
    double pairs = 8192.0 * 8 * 8192;
    double products = 2 * pairs * 2 * 108 / (794.5e12 * 0.9);
    double traffic = pairs * 13 / (3.35e12 * 0.85);
    assertThat(of(AttentionKernel.UNFUSED, 108).forward)
        .isCloseTo(2 * products + traffic, withinPercentage(1e-9));
  }

  @Test
  void a_causal_query_sees_half_of_the_keys() {
    assertThat(AttentionTime.meanKeys(4096, 0)).isEqualTo(2048);
  }

  @Test
  void a_window_caps_the_keys_of_a_query() {
    // Positions 1 to w see what is there, the others w: w·(1 − w/2s).
    assertThat(AttentionTime.meanKeys(4096, 1024)).isCloseTo(896, within(1e-9));
    assertThat(AttentionTime.meanKeys(1024, 4096)).isEqualTo(512);
  }
}
