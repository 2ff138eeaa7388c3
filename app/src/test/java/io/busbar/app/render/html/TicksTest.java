package io.busbar.app.render.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TicksTest {

  @Test
  void steps_are_one_two_or_five_times_a_power_of_ten() {
    assertThat(Ticks.step(4.31, 8)).isEqualTo(1);
    assertThat(Ticks.step(80, 8)).isEqualTo(10);
    assertThat(Ticks.step(0.9, 6)).isCloseTo(0.2, within(1e-12));
    assertThat(Ticks.step(1e9, 3)).isEqualTo(5e8);
  }

  @Test
  void no_axis_has_more_steps_than_it_has_room_for() {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      double range = Math.pow(10, random.nextDouble(-15, 15));
      int most = random.nextInt(1, 20);

      assertThat(range / Ticks.step(range, most)).isLessThanOrEqualTo(most * (1 + 1e-6));
      assertThat(Ticks.linear(0, range, Ticks.step(range, most))).hasSizeBetween(1, most + 1);
    }
  }

  @Test
  void ticks_include_both_ends_where_they_are_round() {
    assertThat(Ticks.linear(0, 100, 20)).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0);
    assertThat(Ticks.linear(-1.5, 1.2, 1)).containsExactly(-1.0, 0.0, 1.0);
  }

  @Test
  void long_logarithmic_axes_have_powers_of_ten_and_short_ones_also_twos_and_fives() {
    assertThat(Ticks.decades(1, 1e4)).containsExactly(1.0, 10.0, 100.0, 1e3, 1e4);
    assertThat(Ticks.decades(10, 100)).containsExactly(10.0, 20.0, 50.0, 100.0);
  }

  @Test
  void decimals_tell_ticks_apart() {
    assertThat(Ticks.decimals(0.5)).isEqualTo(1);
    assertThat(Ticks.decimals(0.02)).isEqualTo(2);
    assertThat(Ticks.decimals(0.1)).isEqualTo(1);
    assertThat(Ticks.decimals(20)).isZero();
  }

  @Test
  void a_scale_maps_its_ends_and_its_middle() {
    Scale up = Scale.linear(0, 10, 300, 100);
    Scale log = new Scale(1, 1024, 0, 100, true);

    assertThat(up.at(0)).isEqualTo(300);
    assertThat(up.at(5)).isEqualTo(200);
    assertThat(up.at(10)).isEqualTo(100);
    assertThat(log.at(32)).isCloseTo(50, within(1e-9));
  }

  @Test
  void a_scale_refuses_a_range_that_has_no_length() {
    assertThatIllegalArgumentException().isThrownBy(() -> Scale.linear(1, 1, 0, 10));
    assertThatIllegalArgumentException().isThrownBy(() -> new Scale(0, 1, 0, 10, true));
    assertThat(Scale.isFlat(1, 1 + 1e-14)).isTrue();
    assertThat(Scale.isFlat(0, 1e-12)).isFalse();
    assertThat(Scale.isFlat(Double.NaN, 1)).isTrue();
  }
}
