package io.busbar.simulate.packet;

import static io.busbar.simulate.packet.Played.NO_CONTROL;
import static io.busbar.simulate.packet.Played.ROCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.PacketSettings.Routing;
import io.busbar.simulate.packet.TransportSettings.Recovery;
import io.busbar.simulate.traffic.Traffic;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Known answers for traffic that competes. */
class CongestionTest {
  private static final double EFFICIENCY = PacketSettings.Wire.ROCE.efficiency();
  private static final PacketSettings SPRAY =
      NO_CONTROL
          .with(Routing.SPRAY)
          .with(TransportSettings.ROCE.with(Recovery.SELECTIVE).withReorder(512));

  @Test
  void incast_of_64_takes_the_receivers_wire_time_and_little_more() {
    Played played =
        Played.done(Played.fatTree(8), NO_CONTROL, Traffic.incast(0, 64, 64, 1_000_000));
    double bound = 64e6 / 50e9 / EFFICIENCY;

    assertThat(SimTime.seconds(played.lastPs())).isBetween(bound, bound * 1.01);
  }

  @Test
  void senders_of_an_incast_finish_together_in_order_of_nothing() {
    Played played = Played.done(Played.star(9), NO_CONTROL, Traffic.incast(0, 1, 8, 5_000_000));
    for (int i = 0; i < 8; i++) {
      assertThat((double) played.run().deliveredPs(i))
          .isCloseTo((double) played.lastPs(), within(0.02 * played.lastPs()));
    }
  }

  @Test
  void two_to_one_oversubscription_takes_twice_as_long() {
    int[] dst = new int[32];
    Arrays.setAll(dst, i -> (i + 16) % 32);
    Traffic cross = Traffic.to(dst, 4_000_000);
    double one = Played.done(Played.leafSpine(2, 16, 16), SPRAY, cross).lastPs();
    double two = Played.done(Played.leafSpine(2, 16, 8), SPRAY, cross).lastPs();

    assertThat(two / one).isCloseTo(2, within(0.1));
  }

  /**
   * Shared facts htsim-perm-*: on single paths some links carry several flows; spread packet by
   * packet the tree behaves like one switch.
   */
  @Test
  void spraying_a_permutation_avoids_collisions() {
    Fabric tree = Played.fatTree(8);
    Traffic traffic = Traffic.permutation(128, 2_000_000, 1);
    double single = Played.done(tree, NO_CONTROL, traffic).lastPs();
    double sprayed = Played.done(tree, SPRAY, traffic).lastPs();
    double bound = Played.boundPs(tree, NO_CONTROL, traffic);

    assertThat(sprayed).isLessThan(1.5 * bound);
    assertThat(single).isGreaterThan(2.5 * bound);
  }

  @Test
  void adaptive_routing_avoids_collisions() {
    Fabric tree = Played.fatTree(8);
    Traffic traffic = Traffic.permutation(128, 2_000_000, 1);
    double adaptive = Played.done(tree, SPRAY.with(Routing.ADAPTIVE), traffic).lastPs();

    assertThat(adaptive).isLessThan(1.5 * Played.boundPs(tree, NO_CONTROL, traffic));
  }

  /** Shared facts ecmp-balls-bins-* and ecmp-qp-*: E[max load] of n flows hashed on n links. */
  @ParameterizedTest
  @CsvSource({"8, 1, 2.5972", "32, 1, 3.5329", "8, 4, 1.7619", "32, 4, 2.1626", "8, 16, 1.3693"})
  void hashed_flows_collide_as_balls_in_bins(int links, int queuePairs, double expected) {
    Fabric fabric = Played.leafSpine(2, links, links);
    PacketSettings settings = NO_CONTROL.with(TransportSettings.ROCE.withQueuePairs(queuePairs));
    int[] src = new int[links * queuePairs];
    int runs = 200;
    double sum = 0;
    for (int seed = 0; seed < runs; seed++) {
      PacketNetwork network = new PacketNetwork(fabric, settings, seed);
      for (int i = 0; i < links; i++) {
        int connection = network.connect(i, links + i, 0, 0);
        for (int q = 0; q < queuePairs; q++) {
          network.send(connection, 4096, src.length);
        }
      }
      network.run(token -> {}, Long.MAX_VALUE, () -> false);
      int leaf = 2 * links;
      long most = 0;
      for (int port = fabric.firstPort(leaf) + links; port < fabric.endPort(leaf); port++) {
        most = Math.max(most, network.counters().portBytes(port) / (4096 + 62));
      }
      sum += (double) most / queuePairs;
    }

    assertThat(sum / runs).isCloseTo(expected, within(0.06 * expected));
  }

  /**
   * The victim shares only the way up with an incast on the neighbour of its receiver. With pauses
   * alone the congestion spreads back to it; rate control takes the pressure off (Zhu et al.,
   * 2015).
   */
  @Test
  void a_victim_suffers_from_pauses_and_rate_control_needs_fewer() {
    // Two leaves of 16 under one fat spine link each: flows 0..14 -> 16, victim 15 -> 17.
    Fabric fabric =
        Fabrics.leafSpine(2, 16, 1, 4, Played.RATE, Played.RATE, Played.CABLE, Played.NO_DELAY);
    int[] src = new int[9];
    int[] dst = new int[9];
    long[] bytes = new long[9];
    for (int i = 0; i < 8; i++) {
      src[i] = i;
      dst[i] = 16;
      bytes[i] = 8_000_000;
    }
    src[8] = 15;
    dst[8] = 17;
    bytes[8] = 2_000_000;
    Traffic traffic = new Traffic(src, dst, bytes);
    BufferSettings small = BufferSettings.ETHERNET.withPool(10_000_000);
    MarkingSettings early = new MarkingSettings(50_000, 200_000, 0.2, 0, true);

    Played paused = Played.done(fabric, NO_CONTROL.with(small), traffic);
    Played controlled = Played.done(fabric, ROCE.with(small).with(early), traffic);
    Played alone =
        Played.done(
            fabric,
            NO_CONTROL,
            new Traffic(new int[] {15}, new int[] {17}, new long[] {2_000_000}));

    long victim = paused.run().deliveredPs(8);
    assertThat(paused.counters().pauses()).isPositive();
    assertThat(victim).isGreaterThan(7 * alone.lastPs() / 4);
    // Rate control takes the pressure off the buffers; the victim's own marks are another matter.
    assertThat(controlled.counters().pauses()).isLessThan(paused.counters().pauses() / 2);
  }

  @ParameterizedTest
  @CsvSource({"0.001, 200000", "0.01, 50000"})
  void go_back_n_sends_a_window_again_for_each_loss(double loss, long packets) {
    Fabric star = Played.star(2);
    var fault = new Fault(Fault.Kind.LOSS, star.firstPort(0), 0, Long.MAX_VALUE, loss);
    PacketSettings settings =
        NO_CONTROL.with(TransportSettings.ROCE.withTimeout(100_000_000, 1000));
    Played played =
        Played.done(star, settings, List.of(fault), Traffic.incast(1, 0, 1, packets * 4096), 7);
    // From the loss until the report is back: next frame in, report out, over four cables.
    double frame = (4096 + 62 + 20) * 20;
    double window = Math.ceil((4 * 500_000 + 3 * frame + 2 * 84 * 20) / frame);
    // A packet lost again is not reported again: its timeout passes first.
    double waits = played.counters().timeouts() * 100_000_000 / frame / packets;
    double expected = (1 - loss + loss * window) / (1 - loss) + waits;

    assertThat((double) played.counters().dataPackets() / packets)
        .isCloseTo(expected, within(0.15 * (expected - 1)));
    Played selective =
        Played.done(
            star,
            settings.with(settings.transport().with(Recovery.SELECTIVE)),
            List.of(fault),
            Traffic.incast(1, 0, 1, packets * 4096),
            7);
    // After a timeout all that is on its way is sent again, until the acknowledgement comes.
    double again = selective.counters().timeouts() * window / packets;
    assertThat((double) selective.counters().dataPackets() / packets)
        .isCloseTo(1 / (1 - loss) + again, within(0.3 * loss));
    assertThat(selective.lastPs()).isLessThan(played.lastPs());
  }

  @Test
  void a_circle_of_pauses_is_found_and_named() {
    Fabric ring = Fabrics.ring(4, 1, Played.RATE, Played.CABLE, Played.NO_DELAY);
    PacketSettings tight = NO_CONTROL.with(BufferSettings.ETHERNET.withPool(50_000).withReserve(0));
    Traffic traffic =
        new Traffic(
            new int[] {0, 1, 2, 3},
            new int[] {3, 0, 1, 2},
            new long[] {5_000_000, 5_000_000, 5_000_000, 5_000_000});
    Played played = Played.any(ring, tight, List.of(), traffic, 1);

    assertThat(played.end().reason()).isEqualTo(RunEnd.Reason.DEADLOCK);
    assertThat(played.end().cycle()).hasSize(4);
    assertThat(played.end().cycle().stream().map(ring::portName))
        .allSatisfy(name -> assertThat(name).matches("leaf \\d -> leaf \\d.*"));
  }
}
