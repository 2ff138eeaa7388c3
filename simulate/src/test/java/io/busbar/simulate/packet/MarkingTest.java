package io.busbar.simulate.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shared fact ecn-marking-linear. */
class MarkingTest {
  @ParameterizedTest
  @CsvSource({"100, 0", "250, 0.1", "400, 0.2", "401, 1", "10, 0"})
  void marks_are_linear_between_the_bounds(int kilobytes, double probability) {
    MarkingSettings settings = new MarkingSettings(100_000, 400_000, 0.2, 0, true);
    Core core = new Core(Played.star(2), Played.ROCE.with(settings), 1);
    Marking marking = new Marking(core, RateControl.of(core));

    assertThat(marking.probability(0, kilobytes * 1000L)).isCloseTo(probability, within(1e-9));
  }

  @Test
  void bounds_follow_the_rate_of_the_port() {
    assertThat(MarkingSettings.BY_RATE.kMin(12_500_000_000L)).isEqualTo(200_000);
    assertThat(MarkingSettings.BY_RATE.kMax(50_000_000_000L)).isEqualTo(3_200_000);
    assertThat(MarkingSettings.PAPER.kMin(50_000_000_000L)).isEqualTo(5_000);
  }
}
