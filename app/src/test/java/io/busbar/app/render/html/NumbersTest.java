package io.busbar.app.render.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.171 | s | 171 ms",
        "4.31 | s | 4.31 s",
        "0.0000025 | s | 2.5 us",
        "0.99996 | s | 1 s",
        "7200 | s | 7,200 s",
        "0 | s | 0 s",
        "-0.5 | s | -500 ms",
        "4.41e9 | B | 4.41 GB",
        "65536 | B | 64 KiB",
        "4294967296 | B | 4 GiB",
        "512 | B | 512 B",
        "5e10 | B/s | 50 GB/s",
        "4e11 | b/s | 400 Gb/s",
        "9.89e14 | FLOP/s | 989 TFLOP/s",
        "70553706496 | parameters | 70,553,706,496 parameters",
        "0.92 | '' | 0.92",
        "0.00000123456 | '' | 1.235e-6",
        "80 | GB | 80 GB",
        "NaN | s | –",
      })
  void prints_a_value_in_the_prefix_that_suits_it(double value, String unit, String shown) {
    assertThat(Numbers.withUnit(value, unit)).isEqualTo(shown);
  }

  @Test
  void a_column_shares_one_prefix_and_its_decimals() {
    UnitScale scale = UnitScale.fitting(4.31, "s");

    assertThat(scale.number(4.31)).isEqualTo("4.310");
    assertThat(scale.number(0.0464)).isEqualTo("0.046");
    assertThat(scale.number(0)).isEqualTo("0");
    assertThat(scale.unit()).isEqualTo("s");
  }

  @Test
  void a_small_value_is_never_shown_as_nothing() {
    assertThat(UnitScale.fitting(79e9, "B").number(1e6)).isEqualTo("<0.01");
  }

  @Test
  void shares_have_three_significant_digits() {
    assertThat(Numbers.share(3, 19)).isEqualTo("15.8 %");
    assertThat(Numbers.share(3, 83)).isEqualTo("3.61 %");
    assertThat(Numbers.share(1, 0)).isEqualTo("–");
  }

  @Test
  void an_axis_label_gives_up_a_unit_that_takes_prefixes() {
    assertThat(AxisLabel.of("step time (s)")).isEqualTo(new AxisLabel("step time", "s"));
    assertThat(AxisLabel.of("size [B]")).isEqualTo(new AxisLabel("size", "B"));
    assertThat(AxisLabel.of("efficiency (%)")).isEqualTo(new AxisLabel("efficiency (%)", ""));
    assertThat(AxisLabel.of("GPUs")).isEqualTo(new AxisLabel("GPUs", ""));
    assertThat(AxisLabel.of("time (s)").in(UnitScale.fitting(0.02, "s"))).isEqualTo("time (ms)");
  }
}
