package io.busbar.simulate.packet;

import static io.busbar.simulate.packet.Played.NO_CONTROL;
import static io.busbar.simulate.packet.Played.ROCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.packet.PacketSettings.FlowControl;
import io.busbar.simulate.packet.PacketSettings.Routing;
import io.busbar.simulate.packet.TransportSettings.Recovery;
import io.busbar.simulate.traffic.Traffic;
import io.busbar.simulate.traffic.TrafficRun;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacketNetworkTest {
  private static final int FULL_FRAME = 4096 + 62 + 20;
  private static final long FRAME_PS = FULL_FRAME * 20L;
  private static final long CABLE_PS = 500_000;

  @ParameterizedTest
  @CsvSource({"1, 1, 2", "7, 1, 2", "1, 4, 4", "100, 4, 4", "1, 15, 6", "50, 15, 6"})
  void a_message_takes_its_wire_time_and_one_frame_and_cable_per_further_link(
      int packets, int dst, int links) {
    Played played =
        Played.done(
            links == 2 ? Played.star(2) : Played.fatTree(links == 4 ? 8 : 4),
            ROCE,
            new Traffic(new int[] {0}, new int[] {dst}, new long[] {packets * 4096L}));

    assertThat(played.lastPs()).isEqualTo((packets + links - 1) * FRAME_PS + links * CABLE_PS);
  }

  @Test
  void a_signal_is_one_frame_of_headers() {
    Played played =
        Played.done(
            Played.star(2), ROCE, new Traffic(new int[] {0}, new int[] {1}, new long[] {0}));

    assertThat(played.lastPs()).isEqualTo(2 * (82 * 20 + CABLE_PS));
  }

  @Test
  void messages_of_a_connection_come_in_order_and_are_sent_after_they_are_delivered() {
    PacketNetwork network = new PacketNetwork(Played.star(3), ROCE, 1);
    int connection = network.connect(0, 2, 0, 0);
    List<String> calls = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      network.send(connection, 10_000, i);
    }
    network.timer(600_000, 7);
    network.run(
        new Listener() {
          @Override
          public void delivered(long token) {
            calls.add("d" + token);
            if (token == 2) {
              network.send(connection, 1, 3);
            }
          }

          @Override
          public void sent(long token) {
            calls.add("s" + token);
          }

          @Override
          public void timer(long token) {
            calls.add("t" + network.nowPs());
          }
        },
        Long.MAX_VALUE,
        Cancel.NEVER);

    assertThat(calls)
        .containsSubsequence("t600000", "d0", "d1", "d2", "d3")
        .containsSubsequence("d0", "s0", "s1", "s2", "s3")
        .containsSubsequence("d3", "s3")
        .hasSize(9);
  }

  @Test
  void higher_classes_overtake_bulk() {
    PacketNetwork network = new PacketNetwork(Played.star(2), ROCE, 1);
    int bulk = network.connect(0, 1, 0, 0);
    int control = network.connect(0, 1, 1, 1);
    network.send(bulk, 10_000_000, 0);
    network.send(control, 64, 1);
    List<Long> order = new ArrayList<>();
    network.run(order::add, Long.MAX_VALUE, Cancel.NEVER);

    assertThat(order).containsExactly(1L, 0L);
  }

  @Test
  void equal_seeds_give_equal_runs_and_other_seeds_other_paths() {
    Traffic traffic = Traffic.permutation(16, 500_000, 3);
    assertThat(times(traffic, 5)).isEqualTo(times(traffic, 5)).isNotEqualTo(times(traffic, 6));
  }

  private static List<Long> times(Traffic traffic, long seed) {
    Played played = Played.done(Played.fatTree(4), ROCE, List.of(), traffic, seed);
    List<Long> times = new ArrayList<>();
    IntStream.range(0, traffic.count()).forEach(i -> times.add(played.run().deliveredPs(i)));
    times.add(played.counters().events());
    return times;
  }

  @Test
  void a_run_in_parts_is_the_same_run() {
    Traffic traffic = Traffic.permutation(16, 300_000, 3);
    long whole = Played.done(Played.fatTree(4), ROCE, traffic).lastPs();
    PacketNetwork network = new PacketNetwork(Played.fatTree(4), ROCE, 1);
    TrafficRun run = new TrafficRun(network, traffic);
    RunEnd end = run.run(1_000, Cancel.NEVER);
    for (long until = 1_000_000; !end.done(); until += 1_000_000) {
      assertThat(end.reason()).isEqualTo(RunEnd.Reason.TIME);
      assertThat(end.atPs()).isEqualTo(network.nowPs());
      end = run.run(until, Cancel.NEVER);
    }

    assertThat(run.lastPs()).isEqualTo(whole);
  }

  @Test
  void a_run_can_be_cancelled_and_go_on() {
    PacketNetwork network = new PacketNetwork(Played.fatTree(4), ROCE, 1);
    TrafficRun run = new TrafficRun(network, Traffic.permutation(16, 2_000_000, 3));

    assertThat(run.run(Long.MAX_VALUE, () -> true).reason()).isEqualTo(RunEnd.Reason.CANCELLED);
    assertThat(run.run(Long.MAX_VALUE, Cancel.NEVER).done()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "PAUSE, ECMP, GO_BACK_N, 1", "PAUSE, SPRAY, SELECTIVE, 1", "PAUSE, ADAPTIVE, SELECTIVE, 1",
    "CREDITS, ECMP, GO_BACK_N, 1", "CREDITS, ADAPTIVE, SELECTIVE, 2", "NONE, ECMP, GO_BACK_N, 4",
    "NONE, SPRAY, SELECTIVE, 1", "PAUSE, ECMP, SELECTIVE, 8"
  })
  void whatever_is_set_the_books_close(
      FlowControl flow, Routing routing, Recovery recovery, int queuePairs) {
    PacketSettings settings = flow == FlowControl.CREDITS ? PacketSettings.infiniBand() : ROCE;
    PacketSettings changed =
        settings
            .with(flow)
            .with(routing)
            .with(settings.buffer().withPool(flow == FlowControl.CREDITS ? 1L << 40 : 1_000_000))
            .with(
                settings
                    .transport()
                    .with(recovery)
                    .withQueuePairs(queuePairs)
                    .withReorder(routing == Routing.ECMP ? 0 : 64)
                    .withTimeout(200_000_000, 100));

    Played.done(Played.fatTree(4), changed, Traffic.allToAll(16, 200_000));
    Played.done(Played.fatTree(4), changed, Traffic.incast(3, 4, 12, 400_000));
  }

  @Test
  void a_hundred_thousand_packets_allocate_nothing() {
    Fabric fabric = Played.fatTree(4);
    PacketNetwork network = new PacketNetwork(fabric, ROCE, 1);
    int[] connections = new int[16];
    for (int i = 0; i < 16; i++) {
      connections[i] = network.connect(i, (i + 5) % 16, 0, 0);
    }
    Listener echo = token -> network.send(connections[(int) token], 1_000_000, token);
    for (int i = 0; i < 16; i++) {
      network.send(connections[i], 1_000_000, i);
    }
    network.run(echo, 2_000_000_000L, Cancel.NEVER);
    long packets = network.counters().dataPackets();
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    long nothing = threads.getCurrentThreadAllocatedBytes() - before;
    before = threads.getCurrentThreadAllocatedBytes();
    network.run(echo, 6_000_000_000L, Cancel.NEVER);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before - nothing;

    assertThat(network.counters().dataPackets() - packets).isGreaterThan(100_000);
    // The result of the call itself.
    assertThat(allocated).isLessThan(200);
  }

  @Test
  void a_connection_joins_two_nodes() {
    PacketNetwork network = new PacketNetwork(Played.star(2), ROCE, 1);

    assertThatThrownBy(() -> network.connect(0, 0, 0, 0)).hasMessageContaining("two nodes");
    assertThatThrownBy(() -> network.connect(0, 3, 0, 0)).hasMessageContaining("two nodes");
  }

  @Test
  void a_window_limits_what_is_in_flight() {
    PacketSettings narrow = NO_CONTROL.with(ROCE.transport().withWindow(4096).withAckEvery(1));
    Traffic traffic = Traffic.incast(0, 1, 1, 40_960);
    long ack = 2 * (84 * 20 + CABLE_PS);
    long packet = 2 * (FRAME_PS + CABLE_PS);

    assertThat(Played.done(Played.star(2), narrow, traffic).lastPs())
        .isEqualTo(10 * packet + 9 * ack);
  }
}
