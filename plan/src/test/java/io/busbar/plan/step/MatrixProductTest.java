package io.busbar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

class MatrixProductTest {
  private static final int UNITS = 132;
  private static final double RATE = 700e12;
  private static final GpuRates GPU = Cases.h100(StepConstants.standard());

  private static double seconds(double m, double n, double k) {
    return MatrixProduct.seconds(m, n, k, 1, RATE, 2, 2, GPU);
  }

  @Test
  void one_wave_of_whole_tiles_fills_the_gpu() {
    // 11 x 12 tiles of 128 x 256 are 132, one for each multiprocessor.
    assertThat(MatrixProduct.fill(11 * 128, 12 * 256, 1, UNITS)).isEqualTo(1);
    assertThat(seconds(11 * 128, 12 * 256, 8192))
        .isCloseTo(2.0 * 1408 * 3072 * 8192 / RATE, withinPercentage(1e-9));
  }

  @Test
  void the_133rd_tile_costs_another_wave() {
    // 7 x 19 large tiles need two waves, 133 of 264; 7 x 38 small ones three, 266 of 396 at 0.92.
    assertThat(MatrixProduct.fill(7 * 128, 19 * 256, 1, UNITS))
        .isCloseTo(0.92 * 266 / 396, within(1e-12));
  }

  @Test
  void one_tile_leaves_all_other_multiprocessors_empty() {
    assertThat(MatrixProduct.fill(128, 128, 1, UNITS)).isCloseTo(0.92 / UNITS, within(1e-12));
  }

  @Test
  void equal_products_of_one_launch_share_waves() {
    assertThat(MatrixProduct.fill(128, 256, UNITS, UNITS)).isEqualTo(1);
  }

  @Test
  void a_short_inner_dimension_is_bound_by_memory() {
    double bytes = (8192.0 + 8192) * 64 * 2 + 8192.0 * 8192 * 2;
    assertThat(seconds(8192, 8192, 64)).isCloseTo(bytes / (3.35e12 * 0.85), withinPercentage(1e-9));
  }

  @Test
  void widths_that_are_no_multiple_of_8_run_at_half_rate() {
    double compute = 2.0 * 1408 * 3072 * 8190 / RATE;
    assertThat(seconds(1408, 3072, 8190)).isCloseTo(2 * compute, withinPercentage(1e-9));
  }

  @Test
  void nothing_to_multiply_takes_no_time() {
    assertThat(seconds(0, 128, 128)).isZero();
  }
}
