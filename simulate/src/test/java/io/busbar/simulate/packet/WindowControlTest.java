package io.busbar.simulate.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.traffic.Traffic;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Windows and credits where the answer is known: senders of long messages through one link, and
 * incasts.
 */
class WindowControlTest {
  private static final long US = 1_000_000;
  private static final TimeSpan MICRO = TimeSpan.parse("1us");
  private static final PacketSettings PLAIN = Played.NO_CONTROL;

  /** A sender's port, a switch's port and the way back: two cables of 1 us each way. */
  private static Fabric star(int hosts) {
    return Fabrics.star(hosts, Played.RATE, MICRO, Played.NO_DELAY);
  }

  /** What N long messages to host 0 come to between two times. */
  private record Steady(double gbits, double meanQueue, double mostQueue, double jain) {}

  private static Steady steady(PacketSettings settings, int senders, long fromPs, long toPs) {
    Fabric star = star(senders + 1);
    PacketNetwork network = new PacketNetwork(star, settings, 1);
    for (int i = 0; i < senders; i++) {
      network.send(network.connect(1 + i, 0, 0, 0), 4_000_000_000L, i);
    }
    Sampler sampler = new Sampler(network, star.peer(star.firstPort(0)));
    network.run(sampler, fromPs, Cancel.NEVER);
    network.timer(0, 0);
    long[] before = sent(network, star, senders);
    network.run(sampler, toPs, Cancel.NEVER);
    long[] after = sent(network, star, senders);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < senders; i++) {
      double rate = (after[i] - before[i]) * 8e3 / (toPs - fromPs);
      sum += rate;
      squares += rate * rate;
    }
    assertThat(network.counters().drops()).isZero();
    double fair = sum * sum / (senders * squares);
    return new Steady(sum, sampler.sum / sampler.looks, sampler.most, fair);
  }

  private static long[] sent(PacketNetwork network, Fabric star, int senders) {
    long[] bytes = new long[senders];
    Arrays.setAll(bytes, i -> network.counters().portBytes(star.firstPort(1 + i)));
    return bytes;
  }

  /** Looks at a queue each microsecond from the time it is started. */
  private static final class Sampler implements Listener {
    private final PacketNetwork network;
    private final int port;
    private double sum;
    private double most;
    private long looks;

    Sampler(PacketNetwork network, int port) {
      this.network = network;
      this.port = port;
    }

    @Override
    public void delivered(long token) {}

    @Override
    public void timer(long token) {
      double bytes = network.queuedBytes(port);
      sum += bytes;
      most = Math.max(most, bytes);
      looks++;
      network.timer(US, 0);
    }
  }

  /**
   * HPCC keeps the link at eta plus the additive steps of all senders, and the queue near zero: a
   * few packets, against a bandwidth-delay product of 230 KB.
   */
  @ParameterizedTest
  @CsvSource({"2, 0.95", "16, 0.95", "16, 0.8"})
  void hpcc_keeps_links_at_their_target_and_queues_near_zero(int senders, double eta) {
    HpccSettings hpcc = new HpccSettings(eta, 5, 0, 1.0 / 2500);
    Steady seen = steady(PLAIN.with(hpcc), senders, 1000 * US, 2000 * US);

    double frames = 4158.0 / 4178;
    double expected = 400 * frames * (eta + senders / 2500.0);
    assertThat(seen.gbits()).isCloseTo(expected, within(0.015 * expected));
    assertThat(seen.meanQueue()).isLessThan(5 * 4158.0);
    assertThat(seen.jain()).isGreaterThan(0.9);
  }

  /** N senders: d = D(w) and w = d C/N, solved by halving. */
  @ParameterizedTest
  @CsvSource({"4", "16", "64"})
  void swift_settles_where_the_target_of_a_window_meets_its_share(int senders) {
    SwiftSettings swift = SwiftSettings.HTSIM;
    Steady seen = steady(PLAIN.with(swift), senders, 4000 * US, 6000 * US);

    double perPs = 50e9 / 1e12 / 4178 / senders;
    double low = swift.basePs();
    double high = 1e9;
    for (int i = 0; i < 60; i++) {
      double d = (low + high) / 2;
      boolean under = d < swift.targetPs(d * perPs, 1);
      low = under ? d : low;
      high = under ? high : d;
    }
    double baseRtt = 4e6 + 2 * (4178 + 84) / 50e9 * 1e12;
    double expected = (low - baseRtt) / 1e12 * 50e9;
    assertThat(seen.meanQueue()).isCloseTo(expected, within(0.05 * expected));
    assertThat(seen.gbits()).isCloseTo(400 * 4158.0 / 4178, within(4.0));
    assertThat(seen.jain()).isGreaterThan(0.9);
  }

  /** Below a packet each round trip, windows still share the link: 512 senders of 0.1 packets. */
  @Test
  void swift_s_target_grows_as_the_window_falls_and_no_further() {
    SwiftSettings swift = SwiftSettings.HTSIM;
    assertThat(swift.targetPs(100, 0)).isEqualTo(20e6);
    assertThat(swift.targetPs(1000, 0)).isEqualTo(20e6);
    assertThat(swift.targetPs(0.1, 0)).isCloseTo(120e6, within(1.0));
    assertThat(swift.targetPs(0.01, 2)).isCloseTo(120e6 + 2 * 3_053_435, within(1.0));
    // a = 100 us / (1/√0.1 − 1/√100) = 32.655 us; at one packet a (1 − 0.1) = 29.39 us more.
    assertThat(swift.targetPs(1, 0)).isCloseTo(49.39e6, within(0.01e6));
  }

  /** Ultra Ethernet's senders keep the link full with a queue about the target, fairly. */
  @ParameterizedTest
  @CsvSource({"2", "8", "32"})
  void nscc_keeps_the_link_full_and_the_delay_about_its_target(int senders) {
    MarkingSettings marks = new MarkingSettings(40_000, 160_000, 1, 0, true);
    Steady seen = steady(PLAIN.with(NsccSettings.UET).with(marks), senders, 2000 * US, 4000 * US);

    assertThat(seen.gbits()).isCloseTo(400 * 4158.0 / 4178, within(8.0));
    double target = 4.2e-6 * 50e9;
    assertThat(seen.meanQueue()).isCloseTo(target, within(0.15 * target));
    assertThat(seen.jain()).isGreaterThan(0.8);
  }

  /**
   * Senders that ask first: the receiver is busy from one round trip after the start on, and no
   * more waits than the bound less what is on the way.
   */
  @Test
  void receivers_grants_finish_an_incast_one_round_trip_after_the_ideal() {
    Fabric star = star(33);
    CreditSettings asking = new CreditSettings(0, 1.5, 4);
    int[] dst = new int[33];
    long[] bytes = new long[33];
    Arrays.fill(bytes, 1_000_000);
    Traffic traffic =
        new Traffic(
            IntStream.rangeClosed(1, 32).toArray(),
            Arrays.copyOf(dst, 32),
            Arrays.copyOf(bytes, 32));
    Played played = Played.done(star, PLAIN.with(asking), traffic);

    long bound = Played.boundPs(star, PLAIN.with(asking), traffic);
    long roundTrip = 4 * US + 400_000;
    assertThat(played.lastPs()).isBetween(bound + 2 * US, bound + 2 * roundTrip);
    assertThat(played.counters().pauses()).isZero();
  }

  static List<PacketSettings> all() {
    return List.of(
        PLAIN.with(HpccSettings.PAPER),
        PLAIN.with(SwiftSettings.HTSIM),
        PLAIN.with(NsccSettings.UET).with(new MarkingSettings(100_000, 400_000, 1, 0, true)),
        PLAIN.with(CreditSettings.UET),
        PLAIN.with(new CreditSettings(0, 1, 1)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void all_is_delivered_by_hash_and_sprayed_with_losses_and_without(PacketSettings settings) {
    Fabric tree = Played.fatTree(4);
    Traffic traffic = Traffic.permutation(16, 500_000, 3);
    PacketSettings placing =
        settings.with(
            settings.transport().with(TransportSettings.Recovery.SELECTIVE).withReorder(64));
    for (PacketSettings one :
        List.of(settings, placing.with(PacketSettings.Routing.SPRAY), placing)) {
      Played plain = Played.done(tree, one, traffic);
      Played again = Played.done(tree, one, traffic);
      assertThat(again.lastPs()).isEqualTo(plain.lastPs());
      assertThat(again.counters().events()).isEqualTo(plain.counters().events());

      PacketSettings quick = one.with(one.transport().withTimeout(200 * US, 100));
      List<Fault> loss = losses(tree, 0.01);
      Played lossy = Played.done(tree, quick, loss, traffic, 7);
      assertThat(lossy.counters().retransmitted()).isPositive();
    }
  }

  private static List<Fault> losses(Fabric fabric, double probability) {
    return IntStream.range(0, fabric.ports())
        .filter(fabric::joined)
        .mapToObj(port -> new Fault(Fault.Kind.LOSS, port, 0, Long.MAX_VALUE, probability))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("settled")
  void a_hundred_thousand_packets_allocate_nothing(PacketSettings settings) {
    PacketNetwork network = new PacketNetwork(Played.fatTree(4), settings, 1);
    int[] connections = new int[16];
    Arrays.setAll(connections, i -> network.connect(i, (i + 5) % 16, 0, 0));
    Listener echo = token -> network.send(connections[(int) token], 1_000_000, token);
    for (int i = 0; i < 16; i++) {
      network.send(connections[i], 1_000_000, i);
    }
    network.run(echo, 1000 * US, Cancel.NEVER);
    long packets = network.counters().dataPackets();
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    long nothing = threads.getCurrentThreadAllocatedBytes() - before;
    before = threads.getCurrentThreadAllocatedBytes();
    network.run(echo, 2250 * US, Cancel.NEVER);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before - nothing;

    assertThat(network.counters().dataPackets() - packets).isGreaterThan(100_000);
    // The result of the call itself.
    assertThat(allocated).isLessThan(200);
  }

  /** As {@link #all}, with windows that are settled within a millisecond. */
  static List<PacketSettings> settled() {
    SwiftSettings swift = SwiftSettings.HTSIM;
    return all().stream()
        .map(settings ->
            settings.window() == swift
                ? settings.with(
                    new SwiftSettings(
                        swift.basePs(), swift.hopPs(), swift.rangePs(), 0.1, 100, 40, 0.8, 0.5))
                : settings)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("all")
  void messages_of_one_after_the_other_are_never_stuck(PacketSettings settings) {
    Fabric star = star(3);
    PacketNetwork network = new PacketNetwork(star, settings, 1);
    int there = network.connect(1, 0, 0, 0);
    int back = network.connect(0, 1, 0, 0);
    int[] left = {200};
    Listener pingPong =
        token -> {
          if (--left[0] > 0) {
            network.send(left[0] % 2 == 0 ? there : back, 1 + left[0] * 3001L, left[0]);
          }
        };
    network.send(there, 10, 0);
    network.send(there, 1, 1);
    left[0]++;
    network.run(pingPong, Long.MAX_VALUE, Cancel.NEVER);
    assertThat(left[0]).isLessThanOrEqualTo(0);
    assertThat(network.audit().closed()).isTrue();
  }
}
