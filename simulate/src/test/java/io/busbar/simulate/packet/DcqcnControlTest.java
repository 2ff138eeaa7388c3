package io.busbar.simulate.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Closed forms of shared facts: dcqcn-one-cnp-40g, dcqcn-alpha-halflife-*, dcqcn-min-cut. */
class DcqcnControlTest {
  private static final double LINE = 5e9;
  private static final long US = 1_000_000;

  private static DcqcnControl control(RateSettings settings) {
    DcqcnControl control = new DcqcnControl(settings);
    control.add(0, LINE);
    return control;
  }

  private static double gbits(double bytesPerSecond) {
    return bytesPerSecond * 8 / 1e9;
  }

  @Test
  void one_notification_halves_the_rate_and_five_stages_of_fast_recovery_bring_it_back() {
    DcqcnControl control = control(RateSettings.PAPER);
    control.notified(0, 0);

    assertThat(gbits(control.rate(0))).isEqualTo(20);
    assertThat(gbits(control.target(0))).isEqualTo(40);
    double[] expected = {30, 35, 37.5, 38.75, 39.375};
    for (int i = 0; i < expected.length; i++) {
      control.gapPs(0, 0, (i + 1L) * 55 * US);
      assertThat(gbits(control.rate(0))).isCloseTo(expected[i], within(1e-6));
    }
  }

  @Test
  void after_fast_recovery_the_target_rises_by_steps_and_faster_when_bytes_agree() {
    DcqcnControl control = control(RateSettings.PAPER.withSteps(5e6, 50e6));
    control.notified(0, 0);
    control.notified(0, 1);
    double target = control.target(0);
    assertThat(gbits(target)).isEqualTo(20);
    control.gapPs(0, 0, 6 * 55 * US + 1);
    assertThat(control.target(0)).isCloseTo(target + 5e6, within(1.0));
    for (int i = 0; i < 6; i++) {
      control.gapPs(0, 10_000_000, 6 * 55 * US + 1);
    }
    assertThat(control.target(0)).isCloseTo(target + 5e6 * 6 + 50e6, within(1.0));
  }

  @Test
  void the_estimate_halves_in_the_published_time() {
    DcqcnControl paper = control(RateSettings.PAPER);
    paper.notified(0, 0);
    paper.gapPs(0, 0, 177 * 55 * US);
    assertThat(paper.alpha(0)).isCloseTo(0.5002, within(2e-4));

    DcqcnControl connectX = control(RateSettings.CONNECTX);
    connectX.notified(0, 0);
    connectX.gapPs(0, 0, 142 * US);
    assertThat(connectX.alpha(0)).isCloseTo(0.5, within(2e-3));
  }

  @Test
  void cuts_keep_their_distance() {
    DcqcnControl control = control(RateSettings.CONNECTX);
    control.notified(0, 0);
    assertThat(gbits(control.rate(0))).isEqualTo(20);
    control.notified(0, US);
    assertThat(gbits(control.rate(0))).isEqualTo(20);
    control.gapPs(0, 0, 4 * US);
    assertThat(gbits(control.rate(0))).isBetween(10.0, 10.2);
    control.gapPs(0, 0, 12 * US);
    assertThat(gbits(control.rate(0))).isBetween(10.0, 10.2);
  }

  @Test
  void a_rate_has_a_floor_and_never_exceeds_the_line() {
    DcqcnControl control = control(RateSettings.PAPER);
    for (int i = 0; i < 100; i++) {
      control.notified(0, i);
    }
    assertThat(control.rate(0)).isEqualTo(RateSettings.PAPER.leastBytesPerSecond());
    control.gapPs(0, 0, 100_000_000_000_000L);
    assertThat(control.rate(0)).isEqualTo(LINE);
    assertThat(control.limited(0)).isFalse();
  }

  @Test
  void a_waiting_queue_pair_owes_fewer_picoseconds_when_its_rate_has_risen() {
    DcqcnControl control = control(RateSettings.PAPER);
    control.notified(0, 0);
    long gap = control.gapPs(0, 4_000_000, 0);

    assertThat(gap).isEqualTo(1_600 * US);
    assertThat(control.lookAgainPs(0, gap)).isEqualTo(55 * US);
    long due = control.dueAnewPs(0, gap, 55 * US);
    assertThat(due).isEqualTo(1_085 * US);
  }
}
