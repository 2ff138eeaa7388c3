package io.busbar.simulate.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.LooseEnds;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Failure;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.play.Placement;
import io.busbar.simulate.play.Play;
import io.busbar.simulate.play.PlayOptions;
import io.busbar.simulate.play.PlayResult;
import io.busbar.simulate.play.Player;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Switches that send and receive themselves, because they take part in a collective. */
class SwitchAgentTest {
  private static final long BYTES = 250 * 4096;
  private static final long FRAME_PS = (4096 + 62 + 20) * 20L;
  private static final List<PacketSettings> ALL =
      List.of(Played.NO_CONTROL, Played.ROCE, PacketSettings.infiniBand());

  /** Times of delivery by token. */
  private static long[] times(PacketNetwork network, int messages) {
    long[] at = new long[messages];
    Listener listener = token -> at[(int) token] = network.nowPs();
    assertThat(network.run(listener, Long.MAX_VALUE, Cancel.NEVER).reason())
        .isEqualTo(RunEnd.Reason.DONE);
    Audit audit = network.audit();
    assertThat(audit.closed()).as("%s", audit).isTrue();
    return at;
  }

  @Test
  void a_message_to_a_switch_takes_its_links_only() {
    // Endpoints 0-7, leaves 8 and 9, spines 10 and 11.
    Fabric fabric = Played.leafSpine(2, 4, 2);
    int[][] ends = {
      {0, 8, 1}, {8, 3, 1}, {8, 10, 1}, {10, 8, 1}, {8, 9, 2}, {0, 10, 2}, {10, 5, 2}
    };
    for (int[] end : ends) {
      PacketNetwork network = new PacketNetwork(fabric, Played.NO_CONTROL, 1);
      network.send(network.connect(end[0], end[1], 0, 0), BYTES, 0);
      assertThat(times(network, 1)[0]).isEqualTo((250 + end[2] - 1) * FRAME_PS + end[2] * 500_000L);
    }
  }

  @Test
  void what_a_switch_sends_and_what_passes_it_share_a_port_evenly() {
    Fabric star = Played.star(2);
    for (PacketSettings settings : ALL) {
      PacketNetwork network = new PacketNetwork(star, settings, 1);
      network.send(network.connect(2, 1, 0, 0), BYTES, 0);
      network.send(network.connect(0, 1, 0, 0), BYTES, 1);
      long[] at = times(network, 2);
      double both = 2 * BYTES / 50e9 * 1e12;
      assertThat((double) at[0]).isEqualTo(both, within(0.1 * both));
      assertThat((double) at[1]).isEqualTo(both, within(0.1 * both));
    }
  }

  @Test
  void lost_packets_are_repaired_to_and_from_a_switch() {
    Fabric star = Played.star(2);
    PacketSettings settings =
        Played.NO_CONTROL.with(TransportSettings.ROCE.withTimeout(100_000_000, 20));
    List<Fault> faults =
        IntStream.range(0, star.ports())
            .mapToObj(port -> new Fault(Fault.Kind.LOSS, port, 0, Long.MAX_VALUE, 0.01))
            .toList();
    PacketNetwork network = new PacketNetwork(star, settings, faults, 1);
    network.send(network.connect(2, 1, 0, 0), BYTES, 0);
    network.send(network.connect(0, 2, 0, 0), BYTES, 1);
    times(network, 2);
    assertThat(network.counters().retransmitted()).isPositive();
    assertThat(network.counters().deliveredBytes()).isEqualTo(2 * BYTES);
  }

  /** SHARP: every NIC sends the buffer once and receives it once. */
  @Test
  void a_switch_that_adds_up_makes_an_all_reduce_as_long_as_the_buffer_takes() {
    Fabric star = Played.star(8);
    Schedule schedule =
        Schedules.of(
            ScheduleRequest.of(CollectiveOp.ALL_REDUCE, Algorithm.COLLNET_DIRECT, Locality.flat(8))
                .withPieces(8));
    long bytes = 64L << 20;
    Chunking chunking = Chunking.of(schedule, bytes, 1 << 19, 8);
    int[] nodes = Placement.of(star, schedule, IntStream.range(0, 8).toArray());
    assertThat(nodes[8]).isEqualTo(8);
    for (PacketSettings settings : ALL) {
      PacketNetwork network = new PacketNetwork(star, settings, 1);
      Play play = Play.of(schedule, chunking, PlayOptions.IDEAL).on(nodes);
      PlayResult result = new Player(play, network).play();
      assertThat(result.complete()).isTrue();
      assertThat(result.timePs() / 1e12 / (bytes / 50e9)).isBetween(1.0, 1.2);
      assertThat(network.audit().closed()).isTrue();
    }
  }

  @Test
  void who_has_no_cable_is_unreachable() {
    PacketNetwork network = new PacketNetwork(LooseEnds.star(), Played.ROCE, 1);
    List<Failure> failures = new ArrayList<>();
    Listener listener =
        new Listener() {
          @Override
          public void delivered(long token) {}

          @Override
          public void timer(long token) {
            network.send(network.connect(2, 0, 0, 0), 1, 0);
            network.send(network.connect(3, 2, 0, 0), 1, 0);
            network.send(network.connect(0, 2, 0, 0), 1, 0);
          }

          @Override
          public void failed(long token, Failure why) {
            failures.add(why);
          }
        };
    network.send(network.connect(2, 1, 0, 0), 1, 0);
    network.timer(1, 0);
    network.run(listener, Long.MAX_VALUE, Cancel.NEVER);
    assertThat(failures).hasSize(4).containsOnly(Failure.UNREACHABLE);
  }
}
