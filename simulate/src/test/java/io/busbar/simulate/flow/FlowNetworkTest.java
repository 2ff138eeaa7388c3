package io.busbar.simulate.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.path.Routing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FlowNetworkTest {
  private static final Bandwidth RATE = Bandwidth.parse("400Gb/s");
  private static final TimeSpan HALF_US = TimeSpan.parse("0.5us");
  private static final TimeSpan NO_DELAY = TimeSpan.parse("0us");
  private static final long US = 1_000_000;

  private final List<String> log = new ArrayList<>();

  private Listener logging(FlowNetwork network) {
    return new Listener() {
      @Override
      public void sent(long token) {
        log.add("sent " + token + " " + network.nowPs() / 1000);
      }

      @Override
      public void delivered(long token) {
        log.add("got " + token + " " + network.nowPs() / 1000);
      }

      @Override
      public void timer(long token) {
        log.add("timer " + token + " " + network.nowPs() / 1000);
      }
    };
  }

  private static FlowNetwork star(int endpoints) {
    return new FlowNetwork(
        Fabrics.star(endpoints, RATE, HALF_US, NO_DELAY), Routing.DESTINATION, 1);
  }

  private RunEnd run(FlowNetwork network) {
    return network.run(logging(network), Long.MAX_VALUE, Cancel.NEVER);
  }

  @Test
  void a_message_takes_bytes_over_rate_and_arrives_a_latency_later() {
    FlowNetwork network = star(2);
    network.send(network.connect(0, 1, 0, 0), 1_000_000, 7);

    RunEnd end = run(network);

    assertThat(end).isEqualTo(RunEnd.of(RunEnd.Reason.DONE, 21 * US));
    assertThat(log).containsExactly("sent 7 20000", "got 7 21000");
  }

  @Test
  void two_senders_share_a_receiver_until_the_shorter_message_ends() {
    FlowNetwork network = star(3);
    network.send(network.connect(0, 2, 0, 0), 1_000_000, 1);
    network.send(network.connect(1, 2, 0, 0), 2_000_000, 2);

    run(network);

    // 25 GB/s each until 40 us, then 1 MB at 50 GB/s
    assertThat(log).containsExactly("sent 1 40000", "got 1 41000", "sent 2 60000", "got 2 61000");
  }

  @Test
  void messages_of_a_connection_follow_each_other_without_a_gap() {
    FlowNetwork network = star(2);
    int connection = network.connect(0, 1, 0, 0);
    network.send(connection, 1_000_000, 1);
    network.send(connection, 0, 2);
    network.send(connection, 500_000, 3);

    run(network);

    assertThat(log)
        .containsExactly(
            "sent 1 20000",
            "sent 2 20000",
            "got 1 21000",
            "got 2 21000",
            "sent 3 30000",
            "got 3 31000");
  }

  @Test
  void a_higher_class_goes_ahead_and_takes_nothing_from_bulk() {
    FlowNetwork network = star(2);
    network.send(network.connect(0, 1, 0, 0), 1_000_000, 1);
    network.send(network.connect(0, 1, 0, 1), 50_000, 2);

    run(network);

    assertThat(log).containsExactly("sent 2 1000", "got 2 2000", "sent 1 20000", "got 1 21000");
  }

  @Test
  void a_link_at_half_rate_from_half_time_takes_half_as_long_again() {
    FlowNetwork network = star(2);
    network.send(network.connect(0, 1, 0, 0), 1_000_000, 1);
    network.changeRate(0, 25_000_000_000L, 10 * US);

    run(network);

    assertThat(log).containsExactly("sent 1 30000", "got 1 31000");
  }

  @Test
  void a_shut_link_stalls_the_run_and_an_opened_one_ends_it() {
    FlowNetwork network = star(2);
    network.send(network.connect(0, 1, 0, 0), 1_000_000, 1);
    network.changeRate(0, 0, 10 * US);

    assertThat(run(network)).isEqualTo(RunEnd.of(RunEnd.Reason.STALLED, 10 * US));

    network.changeRate(0, 50_000_000_000L, 15 * US);
    assertThat(run(network).done()).isTrue();
    assertThat(log).containsExactly("sent 1 25000", "got 1 26000");
  }

  @Test
  void a_run_in_pieces_is_the_run_at_once() {
    FlowNetwork network = star(3);
    network.send(network.connect(0, 2, 0, 0), 1_000_000, 1);
    network.send(network.connect(1, 2, 0, 0), 2_000_000, 2);
    for (int i = 1; i <= 100; i++) {
      network.run(logging(network), i * US, Cancel.NEVER);
    }
    List<String> pieces = List.copyOf(log);
    log.clear();
    two_senders_share_a_receiver_until_the_shorter_message_ends();
    assertThat(pieces).isEqualTo(log);
  }

  @Test
  void a_cancelled_run_stops() {
    FlowNetwork network = star(2);
    network.timer(5, 1);
    assertThat(network.run(logging(network), Long.MAX_VALUE, () -> true).reason())
        .isEqualTo(RunEnd.Reason.CANCELLED);
  }

  @ParameterizedTest
  @CsvSource({"16, 1", "8, 2", "4, 4", "2, 8"})
  void oversubscription_slows_traffic_between_leaves_by_its_ratio(int uplinks, int ratio) {
    Fabric fabric = Fabrics.leafSpine(2, 16, uplinks, uplinks, RATE, RATE, HALF_US, NO_DELAY);
    FlowNetwork network = new FlowNetwork(fabric, Routing.SPREAD, 1);
    for (int host = 0; host < 16; host++) {
      network.send(network.connect(host, 16 + host, 0, 0), 1_000_000, host);
    }
    assertThat(run(network).atPs()).isEqualTo(ratio * 20 * US + 2 * US);
  }

  @ParameterizedTest
  @EnumSource
  void bytes_that_links_carry_are_those_that_were_sent(Routing routing) {
    Fabric fabric = Fabrics.fatTree(4, RATE, HALF_US, NO_DELAY);
    FlowNetwork network = new FlowNetwork(fabric, routing, 3);
    SplittableRandom random = new SplittableRandom(5);
    long[] sent = new long[fabric.endpoints()];
    long[] delivered = new long[1];
    int[] connections = new int[200];
    long[] bytes = new long[200];
    for (int i = 0; i < connections.length; i++) {
      int src = random.nextInt(16);
      int dst = (src + random.nextInt(1, 16)) % 16;
      connections[i] = network.connect(src, dst, i, 0);
      bytes[i] = random.nextLong(1, 3_000_000);
      sent[src] += bytes[i];
      network.timer(random.nextLong(200 * US), i);
    }
    Listener starts =
        new Listener() {
          @Override
          public void delivered(long token) {
            delivered[0] += bytes[(int) token];
          }

          @Override
          public void timer(long token) {
            network.send(connections[(int) token], bytes[(int) token], token);
          }
        };
    assertThat(network.run(starts, Long.MAX_VALUE, Cancel.NEVER).done()).isTrue();

    assertThat(delivered[0]).isEqualTo(Arrays.stream(sent).sum());
    double[] carried = network.carriedBytes();
    for (int host = 0; host < 16; host++) {
      assertThat(carried[fabric.firstPort(host)]).isEqualTo(sent[host], within(1e-3));
    }
    double seconds = network.nowPs() / 1e12;
    for (int port = 0; port < fabric.ports(); port++) {
      assertThat(carried[port] / fabric.bytesPerSecond(port)).isLessThanOrEqualTo(seconds);
    }
  }

  @Test
  void two_runs_of_one_input_tell_the_same_story() {
    List<List<String>> stories = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      log.clear();
      FlowNetwork network =
          new FlowNetwork(Fabrics.fatTree(4, RATE, HALF_US, NO_DELAY), Routing.HASH, 9);
      SplittableRandom random = new SplittableRandom(2);
      for (int i = 0; i < 300; i++) {
        int src = random.nextInt(16);
        int connection = network.connect(src, (src + random.nextInt(1, 16)) % 16, i, 0);
        network.send(connection, random.nextLong(2_000_000), i);
      }
      run(network);
      stories.add(List.copyOf(log));
    }
    assertThat(stories.get(0)).hasSize(600).isEqualTo(stories.get(1));
  }

  @Test
  void once_warm_a_message_allocates_nothing() {
    FlowNetwork network =
        new FlowNetwork(Fabrics.fatTree(4, RATE, HALF_US, NO_DELAY), Routing.HASH, 9);
    int[] connection = new int[16];
    for (int host = 0; host < 16; host++) {
      connection[host] = network.connect(host, (host + 5) % 16, 0, 0);
      network.send(connection[host], 10_000 + host, host);
    }
    Listener again = token -> network.send(connection[(int) token], 10_000 + token, token);
    network.run(again, 20_000 * US, Cancel.NEVER);
    long messages = network.messages();
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    network.run(again, 60_000 * US, Cancel.NEVER);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(network.messages() - messages).isGreaterThan(100_000);
    assertThat(allocated).isLessThan(20_000);
  }
}
