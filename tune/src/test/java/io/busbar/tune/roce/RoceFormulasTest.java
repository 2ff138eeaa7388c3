package io.busbar.tune.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoceFormulasTest {
  @Test
  void the_traffic_class_is_four_times_the_dscp_and_the_mark_of_ecn() {
    assertThat(TrafficClass.USUAL.value()).isEqualTo(106);
    assertThat(TrafficClass.USUAL.priority()).isEqualTo(3);
    assertThat(TrafficClass.USUAL.pfcBits()).isEqualTo("0,0,0,1,0,0,0,0");
    assertThat(TrafficClass.ofDscp(46).pfcBits()).isEqualTo("0,0,0,0,0,1,0,0");
    assertThatThrownBy(() -> TrafficClass.ofDscp(106)).isInstanceOf(IllegalArgumentException.class);
  }

  /** 2 × 9,216 + 3,840 + 130 × Gb/s × metres / 100. */
  @ParameterizedTest
  @CsvSource({"100, 100, 35272", "400, 40, 43072", "400, 0, 22272"})
  void headroom_by_the_planning_form(double gigabits, double metres, double bytes) {
    assertThat(PfcHeadroom.planned(gigabits, metres)).isEqualTo(bytes, within(1e-6));
  }

  /** 100 Gb/s, 100 m: 147,776 + 672 + 245,760 + 201,728 + 100,000 bit = 695,936 bit. */
  @Test
  void headroom_by_components() {
    assertThat(PfcHeadroom.components(100, 100)).isEqualTo(86_992, within(1e-6));
    assertThat(PfcHeadroom.components(400, 40)).isEqualTo(219_356, within(1e-6));
    assertThat(PfcHeadroom.bytes(400, 40)).isEqualTo(219_356, within(1e-6));
  }

  @Test
  void headroom_grows_with_rate_and_length() {
    for (double rate = 10; rate < 800; rate += 10) {
      assertThat(PfcHeadroom.bytes(rate + 10, 30)).isGreaterThan(PfcHeadroom.bytes(rate, 30));
      assertThat(PfcHeadroom.bytes(rate, 40)).isGreaterThan(PfcHeadroom.bytes(rate, 30));
    }
  }

  @Test
  void ecn_thresholds_follow_the_rate() {
    assertThat(EcnThresholds.of(400)).isEqualTo(new EcnThresholds(1_600_000, 6_400_000, 0.2));
    assertThat(EcnThresholds.of(25).percent()).isEqualTo(20);
  }

  @Test
  void queue_pairs_are_channels_times_peers_times_pairs() {
    assertThat(new QueuePairs(2, 8, 1, 1, false).count()).isEqualTo(16);
    assertThat(new QueuePairs(2, 8, 4, 2, true).count()).isEqualTo(128 + 8);
  }

  /** 524,288 + 4,915,200 + 4,194,304 B for a connection. */
  @Test
  void channel_buffers_are_channels_times_peers_times_buffers() {
    ChannelBuffers buffers = new ChannelBuffers(16, 4, ChannelBuffers.SIMPLE_BYTES);
    assertThat(buffers.connectionBytes()).isEqualTo(9_633_792);
    assertThat(buffers.bytes()).isEqualTo(616_562_688);
    assertThat(buffers.bytesPerSecond(20e-6)).isEqualTo(209.7e9, within(0.1e9));
  }

  @Test
  void commands_carry_the_computed_figures_and_what_they_assume() {
    FabricSide side = FabricSide.of(TrafficClass.USUAL, 400, 40);
    assertThat(side.commands()).allMatch(c -> !c.assumes().isEmpty() && !c.verify().isEmpty());
    assertThat(side.commands().stream().map(FabricSide.FabricCommand::command))
        .contains(
            "mlnx_qos -i IF --trust dscp --dscp2prio set,26,3 --pfc 0,0,0,1,0,0,0,0",
            "sudo ecnconfig -p AZURE_LOSSLESS -gmax 6400000 -gmin 1600000 -gdrop 20",
            "sudo config interface cable-length PORT 40m");
  }
}
