package io.busbar.base.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScoresTest {
  @Test
  void quantiles_interpolate_between_order_statistics() {
    double[] values = {4, 1, 3, 2};
    assertThat(Scores.median(values)).isEqualTo(2.5);
    assertThat(Scores.quantile(values, 0.9)).isCloseTo(3.7, within(1e-12));
    assertThat(Scores.quantile(values, 1)).isEqualTo(4);
    assertThat(values).containsExactly(4, 1, 3, 2);
    assertThat(Scores.median(new double[0])).isNaN();
  }

  @Test
  void log_error_is_symmetric() {
    assertThat(Scores.absLogError(2, 1)).isEqualTo(Scores.absLogError(1, 2));
    assertThat(Scores.absLogError(3, 3)).isZero();
  }

  @Test
  void kendall_tau_counts_ordered_pairs() {
    double[] up = {1, 2, 3, 4};
    assertThat(Scores.kendallTau(up, new double[] {10, 20, 30, 40})).isEqualTo(1);
    assertThat(Scores.kendallTau(up, new double[] {4, 3, 2, 1})).isEqualTo(-1);
    assertThat(Scores.kendallTau(up, new double[] {1, 2, 4, 3})).isCloseTo(4 / 6.0, within(1e-12));
    assertThat(Scores.kendallTau(up, new double[] {1, 1, 1, 1})).isNaN();
    // One tie: 5 agreeing pairs of 6, one of them tied on one side: 5 / sqrt(6·5).
    assertThat(Scores.kendallTau(up, new double[] {1, 1, 2, 3}))
        .isCloseTo(5 / Math.sqrt(30), within(1e-12));
  }
}
