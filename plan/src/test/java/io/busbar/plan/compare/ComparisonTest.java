package io.busbar.plan.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.plan.Asked;
import io.busbar.plan.compare.CompareAnswer.Figures;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final String MODEL = "--model llama3-70b --tp 8 --pp 4 ";

  @Test
  void plans_side_by_side_at_the_same_tokens() {
    CompareAnswer c =
        Comparison.of(
            List.of(
                Asked.planned(MODEL + "--cluster dgx-h100:16 --global-batch 128"),
                Asked.planned(MODEL + "--cluster dgx-h100:32 --global-batch 256")));
    assertThat(c.tokens()).isEqualTo(128 * 8192);
    Figures all = c.time().getFirst();
    // The second does twice the tokens on twice the GPUs, so these take about half as long.
    assertThat(all.values().get(1)).isCloseTo(all.values().getFirst() / 2, within(0.05));
    assertThat(c.fastest()).isEqualTo(1);
    for (int plan = 0; plan < 2; plan++) {
      int p = plan;
      double parts = c.time().stream().skip(1).mapToDouble(f -> f.values().get(p)).sum();
      assertThat(parts).isCloseTo(all.values().get(p), within(1e-9 * parts));
    }
    assertThat(c.inputs())
        .extracting(CompareAnswer.Input::option)
        .contains("--cluster", "--global-batch")
        .doesNotContain("--tp", "--model");
    double peak = c.memory().getFirst().values().getFirst();
    double parts = c.memory().stream().skip(2).mapToDouble(f -> f.values().getFirst()).sum();
    assertThat(parts).isCloseTo(peak, within(1e-6 * peak));
    assertThat(CompareReport.of(c).blocks()).hasSizeGreaterThan(4);
  }

  @Test
  void the_fastest_fits() {
    CompareAnswer c =
        Comparison.of(
            List.of(
                Asked.planned(MODEL + "--cluster dgx-h100:16 --global-batch 128"),
                Asked.planned(
                    "--model llama3-70b --cluster dgx-h100:16 --tp 1 --pp 1 --sharding none"
                        + " --global-batch 128")));
    assertThat(c.fastest()).isZero();
  }
}
