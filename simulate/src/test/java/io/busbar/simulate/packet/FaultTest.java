package io.busbar.simulate.packet;

import static io.busbar.simulate.packet.Played.NO_CONTROL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.packet.Fault.Kind;
import io.busbar.simulate.traffic.Traffic;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultTest {
  private static final long EVER = Long.MAX_VALUE;
  private static final PacketSettings PATIENT =
      NO_CONTROL.with(TransportSettings.ROCE.withTimeout(100_000_000, 50));
  private static final Fabric FABRIC = Played.leafSpine(2, 4, 2);
  private static final int LEAF = 8;
  private static final int SPINE = 10;
  private static final Traffic CROSS = Traffic.to(new int[] {4, 5, 6, 7, 0, 1, 2, 3}, 2_000_000);

  private static Played with(Fault... faults) {
    return Played.done(FABRIC, PATIENT, List.of(faults), CROSS, 1);
  }

  @Test
  void switches_route_round_a_link_that_is_down() {
    int up = FABRIC.firstPort(LEAF) + 4;
    Played played = with(new Fault(Kind.LINK_DOWN, up, 0, EVER, 0));

    assertThat(played.counters().portBytes(up)).isZero();
    assertThat(played.counters().corrupted()).isZero();
    // All eight flows go over the other spine: four per direction on one link.
    assertThat((double) played.lastPs())
        .isCloseTo(4 * 489 * 4178 * 20.0, within(0.05 * 4 * 489 * 4178 * 20));
  }

  @Test
  void a_link_that_goes_down_in_the_middle_loses_what_is_on_it() {
    Played played =
        with(new Fault(Kind.LINK_DOWN, FABRIC.firstPort(LEAF) + 5, 20_000_000, EVER, 0));

    assertThat(played.counters().corrupted()).isPositive();
    assertThat(played.counters().retransmitted()).isPositive();
  }

  @Test
  void a_lost_spine_is_survived_and_a_flapping_host_link_too() {
    with(new Fault(Kind.SWITCH_LOSS, SPINE, 10_000_000, EVER, 0));
    Played played = with(Fault.flap(FABRIC.firstPort(0), 10_000_000, 200_000_000, 40_000_000, 0.5));
    assertThat(played.counters().timeouts()).isPositive();
  }

  /** Five faults in a row, one after the other, are the same as a flap of five periods. */
  @Test
  void a_flap_is_a_row_of_links_down() {
    int port = FABRIC.firstPort(0);
    Fault flap = Fault.flap(port, 10_000_000, 210_000_000, 40_000_000, 0.25);
    Fault[] row = new Fault[5];
    for (int i = 0; i < row.length; i++) {
      long from = 10_000_000 + i * 40_000_000L;
      row[i] = new Fault(Kind.LINK_DOWN, port, from, from + 10_000_000, 0);
    }
    Played one = with(flap);
    Played other = with(row);
    assertThat(one.lastPs()).isEqualTo(other.lastPs());
    assertThat(one.counters().corrupted()).isEqualTo(other.counters().corrupted()).isPositive();

    // It never ends by itself; the run does.
    assertThat(with(Fault.flap(port, 0, EVER, 40_000_000, 0.25)).counters().timeouts())
        .isPositive();
    // All of each period down: as if it were always.
    Played never =
        Played.any(
            FABRIC,
            NO_CONTROL.with(TransportSettings.ROCE.withTimeout(100_000_000, 3)),
            List.of(Fault.flap(port, 0, EVER, 40_000_000, 1)),
            CROSS,
            1);
    assertThat(never.run().failures()).isEqualTo(2);
  }

  @Test
  void a_receiver_that_cannot_be_reached_fails_its_messages() {
    Played played =
        Played.any(
            FABRIC,
            NO_CONTROL.with(TransportSettings.ROCE.withTimeout(100_000_000, 3)),
            List.of(new Fault(Kind.LINK_DOWN, FABRIC.firstPort(5), 0, EVER, 0)),
            CROSS,
            1);

    assertThat(played.end().done()).isTrue();
    // To endpoint 5, and from it.
    assertThat(played.run().failures()).isEqualTo(2);
    assertThat(played.run().deliveredPs(1)).isNegative();
    assertThat(played.run().deliveredPs(0)).isPositive();
    assertThat(played.network().audit().closed()).isTrue();
  }

  @Test
  void a_slow_host_takes_longer_by_its_factor() {
    Fabric star = Played.star(4);
    Traffic traffic = Traffic.to(new int[] {1, 2, 3, 0}, 4_096_000);
    long whole = Played.done(star, PATIENT, traffic).lastPs();
    Fault slow = new Fault(Kind.SLOW_HOST, 2, 0, EVER, 0.25);
    Played played = Played.done(star, PATIENT, List.of(slow), traffic, 1);

    assertThat((double) played.lastPs() / whole).isCloseTo(4, within(0.1));
    assertThat((double) played.run().deliveredPs(0) / whole).isCloseTo(1, within(0.01));
  }

  @Test
  void a_slow_link_recovers() {
    Fault slow = new Fault(Kind.SLOW_LINK, FABRIC.firstPort(0), 0, 40_000_000, 0.1);
    long healthy = with().lastPs();
    long late = with(slow).lastPs();

    assertThat(late).isBetween(healthy, healthy + 45_000_000);
  }

  @Test
  void bit_errors_lose_packets_in_proportion_to_their_bits() {
    Fault errors = new Fault(Kind.BIT_ERRORS, FABRIC.firstPort(1), 0, EVER, 1e-7);
    Traffic one = Traffic.incast(0, 1, 1, 40_960_000);
    Played played = Played.done(FABRIC, PATIENT, List.of(errors), one, 3);
    double share = (double) played.counters().corrupted() / played.counters().dataPackets();

    assertThat(share).isCloseTo(1 - Math.pow(1 - 1e-7, 8 * 4158), within(0.0015));
  }

  @Test
  void a_stuck_nic_stops_its_neighbours_until_it_is_freed() {
    Fault stuck = new Fault(Kind.STUCK_NIC, 0, 0, 500_000_000, 0);
    BufferSettings small = BufferSettings.ETHERNET.withPool(500_000);
    // Leaf 1 sends to the stuck endpoint 0, and victims to others of leaf 0.
    Traffic traffic =
        new Traffic(
            new int[] {4, 5, 4, 5},
            new int[] {0, 0, 1, 2},
            new long[] {1_000_000, 1_000_000, 1_000_000, 1_000_000});
    for (PacketSettings settings : List.of(PATIENT.with(small), PacketSettings.infiniBand())) {
      Played played = Played.done(FABRIC, settings, List.of(stuck), traffic, 1);
      Played healthy = Played.done(FABRIC, settings, traffic);

      assertThat(healthy.lastPs()).isLessThan(100_000_000);
      assertThat(played.lastPs()).isGreaterThan(500_000_000);
      assertThat(played.run().deliveredPs(2)).isGreaterThan(500_000_000);
    }
  }

  @Test
  void faults_are_checked() {
    assertThatThrownBy(() -> new Fault(Kind.LOSS, 0, 0, 1, 1.5)).hasMessageContaining("1.5");
    assertThatThrownBy(() -> Fault.flap(0, 0, 9, 0, 0.5)).hasMessageContaining("period");
    assertThatThrownBy(() -> Fault.flap(0, 0, 9, 9, 0)).hasMessageContaining("period");
    assertThatThrownBy(() -> new Fault(Kind.LOSS, 0, 5, 5, 0.5)).hasMessageContaining("begins");
    assertThatThrownBy(() -> with(new Fault(Kind.SWITCH_LOSS, 3, 0, 1, 0)))
        .hasMessageContaining("nothing there");
    assertThatThrownBy(() -> with(new Fault(Kind.LINK_DOWN, 3000, 0, 1, 0)))
        .hasMessageContaining("nothing there");
  }
}
