package io.busbar.simulate.packet;

import static io.busbar.simulate.packet.Played.NO_CONTROL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.PacketSettings.FlowControl;
import io.busbar.simulate.traffic.Traffic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BufferTest {
  private static final Traffic INCAST = Traffic.incast(0, 1, 15, 2_000_000);

  /** Shared facts dynamic-threshold-*: n busy queues take α/(1+αn) of the pool each. */
  @ParameterizedTest
  @CsvSource({"1, 1, 0.5", "1, 4, 0.2", "8, 1, 0.888889", "8, 4, 0.242424", "0.125, 1, 0.111111"})
  void busy_queues_share_the_pool_by_the_dynamic_threshold(double alpha, int queues, double share) {
    PacketSettings settings =
        NO_CONTROL
            .with(BufferSettings.ETHERNET.withPool(1_000_000).withReserve(0).withAlpha(alpha))
            .with(FlowControl.NONE);
    Fabric star = Played.star(8);
    Core core = new Core(star, settings, 1);
    SharedBuffer buffer = new SharedBuffer(core);
    int node = star.endpoints();
    for (int i = 0; i < 100_000; i++) {
      int out = star.firstPort(node) + i % queues;
      if (buffer.take(node, star.firstPort(node) + 7, out, 0, 100)) {
        core.ports.enqueue(out, 0, core.packets.take(Packets.DATA, 0, 100));
      }
    }

    double bytes = core.ports.queueBytes(star.firstPort(node), 0);
    assertThat(bytes / 1e6).isCloseTo(share, within(2e-3));
  }

  @ParameterizedTest
  @ValueSource(ints = {200_000, 1_000_000, 5_000_000})
  void with_pauses_and_headroom_nothing_is_dropped(int pool) {
    Played played = Played.done(Played.star(16), NO_CONTROL.with(buffer(pool)), INCAST);

    assertThat(played.counters().drops()).isZero();
    assertThat(played.counters().pauses()).isPositive();
    // The receiver's link never idles: 30 MB of payload, framed.
    double ideal = 30e6 / PacketSettings.Wire.ROCE.efficiency() / 50e9;
    assertThat(SimTime.seconds(played.lastPs())).isCloseTo(ideal, within(0.01 * ideal));
  }

  /** With other ports' bytes the threshold sinks below what is held: the packet itself is over. */
  @Test
  void headroom_as_sized_is_enough_when_many_ports_share_the_pool() {
    PacketSettings settings =
        NO_CONTROL
            .with(PacketSettings.Routing.SPRAY)
            .with(new PacketSettings.Wire(4000, 150, 0, 64))
            .with(
                TransportSettings.ROCE.with(TransportSettings.Recovery.SELECTIVE).withReorder(512));
    Fabric fabric =
        Fabrics.leafSpine(
            8,
            32,
            8,
            8,
            Bandwidth.parse("100Gb/s"),
            Bandwidth.parse("100Gb/s"),
            TimeSpan.parse("1us"),
            Played.NO_DELAY);
    Played played = Played.done(fabric, settings, Traffic.permutation(256, 2_000_000, 1));

    assertThat(played.counters().pauses()).isPositive();
    assertThat(played.counters().drops()).isZero();
  }

  @Test
  void without_headroom_pauses_come_too_late() {
    Played played =
        Played.any(
            Played.star(16),
            NO_CONTROL.with(buffer(400_000).withHeadroom(0)),
            List.of(),
            INCAST,
            1);

    assertThat(played.counters().drops()).isPositive();
  }

  @Test
  void without_pauses_a_full_buffer_drops() {
    PacketSettings lossy =
        NO_CONTROL
            .with(FlowControl.NONE)
            .with(buffer(400_000))
            .with(TransportSettings.ROCE.withTimeout(200_000_000, 100));

    Played played = Played.done(Played.star(16), lossy, INCAST);
    assertThat(played.counters().drops()).isPositive();
    assertThat(played.counters().pauses()).isZero();
  }

  @Test
  void with_credits_nothing_is_dropped_and_credit_is_never_negative() {
    Played played = Played.done(Played.star(16), PacketSettings.infiniBand(), INCAST);

    assertThat(played.counters().drops()).isZero();
    assertThat(played.counters().creditPackets()).isPositive();
    double ideal = 30e6 / PacketSettings.Wire.INFINIBAND.efficiency() / 50e9;
    assertThat(SimTime.seconds(played.lastPs())).isCloseTo(ideal, within(0.01 * ideal));
  }

  @Test
  void a_single_flow_is_not_slowed_by_default_credits() {
    Traffic one = Traffic.incast(15, 0, 1, 4_096_000);
    Played played = Played.done(Played.fatTree(4), PacketSettings.infiniBand(), one);
    long frame = 4122 * 20;

    // Credit frames of 8 bytes share the links with data for its own switch only.
    assertThat(played.lastPs()).isEqualTo((1000 + 5) * frame + 6 * 500_000);
  }

  private static BufferSettings buffer(long pool) {
    return BufferSettings.ETHERNET.withPool(pool).withReserve(4_096);
  }
}
