package io.busbar.simulate.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Listener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Shared facts dcqcn-fixed-point-40g-*: senders through one port settle at equal shares and at the
 * queue where marks balance increases (fluid model of ECN-or-Delay, CoNEXT 2016). The fluid model
 * restarts recovery at every mark, a sender at every notification, so its queue is 20 to 30 %
 * longer with few senders; with eight it swings.
 */
class DcqcnTest {
  private static final long MS = 1_000_000_000L;
  private static final PacketSettings PAPER =
      Played.ROCE
          .with(new PacketSettings.Wire(1000, 0, 0, 64))
          .with(MarkingSettings.PAPER)
          .with(RateSettings.PAPER);

  @ParameterizedTest
  @CsvSource({"2, 20.2", "4, 41.8", "8, 93.8"})
  void senders_settle_at_the_fixed_point(int senders, double queueKilobytes) {
    Fabric star =
        Fabrics.star(
            senders + 1, Bandwidth.parse("40Gb/s"), TimeSpan.parse("1us"), new TimeSpan(0));
    PacketNetwork network = new PacketNetwork(star, PAPER, 1);
    for (int i = 0; i < senders; i++) {
      network.send(network.connect(1 + i, 0, 0, 0), 4_000_000_000L, i);
    }
    Sampler sampler = new Sampler(network, star.peer(star.firstPort(0)));
    network.timer(100 * MS, 0);
    network.run(sampler, 100 * MS, Cancel.NEVER);
    long[] before = sent(network, star, senders);
    network.run(sampler, 160 * MS, Cancel.NEVER);
    long[] after = sent(network, star, senders);

    assertThat(sampler.mean() / 1000).isCloseTo(queueKilobytes, within(0.35 * queueKilobytes));
    double total = 0;
    for (int i = 0; i < senders; i++) {
      double gbits = (after[i] - before[i]) * 8 / 0.06 / 1e9;
      assertThat(gbits).isCloseTo(40.0 / senders, within(0.2 * 40 / senders));
      total += gbits;
    }
    assertThat(total).isCloseTo(40, within(1.0));
    assertThat(network.counters().drops()).isZero();
  }

  /** Three flows into endpoint 0, one of their senders also to 1: a third each, and two thirds. */
  @Test
  void shares_are_max_min_fair() {
    Fabric star =
        Fabrics.star(5, Bandwidth.parse("40Gb/s"), TimeSpan.parse("1us"), new TimeSpan(0));
    PacketNetwork network = new PacketNetwork(star, PAPER, 1);
    int[] src = {2, 3, 4, 4};
    int[] dst = {0, 0, 0, 1};
    double[] share = {40.0 / 3, 40.0 / 3, 40.0 / 3, 80.0 / 3};
    for (int i = 0; i < 4; i++) {
      network.send(network.connect(src[i], dst[i], i, 0), 4_000_000_000L, i);
    }
    network.run(token -> {}, 40 * MS, Cancel.NEVER);
    long before = network.counters().portBytes(star.peer(star.firstPort(1)));
    long[] others = sent(network, star, 3);
    network.run(token -> {}, 80 * MS, Cancel.NEVER);
    long[] after = sent(network, star, 3);
    double toOne =
        (network.counters().portBytes(star.peer(star.firstPort(1))) - before) * 8 / 0.04 / 1e9;

    assertThat(toOne).isCloseTo(share[3], within(0.1 * share[3]));
    for (int i = 1; i < 3; i++) {
      assertThat((after[i] - others[i]) * 8 / 0.04 / 1e9)
          .isCloseTo(share[i - 1], within(0.15 * share[i - 1]));
    }
  }

  private static long[] sent(PacketNetwork network, Fabric star, int senders) {
    long[] sent = new long[senders];
    for (int i = 0; i < senders; i++) {
      sent[i] = network.counters().portBytes(star.firstPort(1 + i));
    }
    return sent;
  }

  private static final class Sampler implements Listener {
    private final PacketNetwork network;
    private final int port;
    private double sum;
    private long samples;

    Sampler(PacketNetwork network, int port) {
      this.network = network;
      this.port = port;
    }

    @Override
    public void delivered(long token) {}

    @Override
    public void timer(long token) {
      sum += network.queuedBytes(port);
      samples++;
      network.timer(10_000_000, 0);
    }

    double mean() {
      return sum / samples;
    }
  }
}
