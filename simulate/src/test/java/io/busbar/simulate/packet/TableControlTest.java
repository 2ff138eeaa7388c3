package io.busbar.simulate.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.simulate.traffic.Traffic;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TableControlTest {
  private static final long US = 1_000_000;

  /** 50 GB/s are 20 ps per byte; place i waits 1 + i / 2 times as long. */
  @Test
  void each_report_is_a_place_up_and_each_timer_one_down() {
    TableControl control = new TableControl(new TableSettings(true, 0, 10 * US, 1, 3, 0.5));
    control.add(0, 50e9);
    assertThat(control.limited(0)).isFalse();
    control.notified(0, 0);
    assertThat(control.gapPs(0, 1000, 0)).isEqualTo(30_000);
    control.notified(0, US);
    control.notified(0, 2 * US);
    control.notified(0, 3 * US);
    assertThat(control.place(0)).as("at the limit").isEqualTo(3);
    assertThat(control.gapPs(0, 1000, 9 * US)).isEqualTo(50_000);
    assertThat(control.gapPs(0, 1000, 10 * US)).isEqualTo(40_000);
    assertThat(control.lookAgainPs(0, 100 * US)).isEqualTo(20 * US);
    // 10 us are owed at twice the time per byte; at one and a half they are 7.5 us.
    assertThat(control.dueAnewPs(0, 30 * US, 20 * US)).isEqualTo(27_500_000);
    assertThat(control.gapPs(0, 1000, 30 * US)).isEqualTo(20_000);
    assertThat(control.limited(0)).isFalse();
  }

  @Test
  void an_incast_sends_less_into_the_fabric_and_still_fills_its_link() {
    PacketSettings bare = PacketSettings.infiniBand();
    PacketSettings controlled = bare.with(MarkingSettings.THRESHOLD).with(TableSettings.CHOSEN);
    Traffic traffic = Traffic.incast(0, 4, 8, 8_000_000);
    Played without = Played.done(Played.leafSpine(3, 4, 2), bare, traffic);
    Played with = Played.done(Played.leafSpine(3, 4, 2), controlled, traffic);

    assertThat(without.counters().marks()).isZero();
    assertThat(with.counters().marks()).isPositive();
    assertThat(with.counters().notifications()).isPositive();
    assertThat((double) with.lastPs() / without.lastPs()).isEqualTo(1.05, within(0.1));
  }

  /** Flow 4 -> 2 shares no full link with the incast to 0, only links that its credits fill. */
  @Test
  void a_victim_gets_through_when_the_culprits_are_slowed() {
    int[] src = {5, 6, 7, 8, 9, 10, 11, 4};
    int[] dst = {0, 0, 0, 0, 0, 0, 0, 2};
    long[] bytes = new long[8];
    Arrays.fill(bytes, 8_000_000);
    Traffic traffic = new Traffic(src, dst, bytes);
    PacketSettings bare = PacketSettings.infiniBand();
    PacketSettings controlled = bare.with(MarkingSettings.THRESHOLD).with(TableSettings.CHOSEN);
    long without = Played.done(Played.leafSpine(3, 4, 4), bare, traffic).run().deliveredPs(7);
    long with = Played.done(Played.leafSpine(3, 4, 4), controlled, traffic).run().deliveredPs(7);

    assertThat((double) with).isLessThan(0.8 * without);
  }
}
