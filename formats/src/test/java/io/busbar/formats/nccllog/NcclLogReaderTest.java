package io.busbar.formats.nccllog;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problems;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NcclLogReaderTest {
  private static final String PREFIX = "node01:2832:2839 [1] NCCL INFO ";
  private static final String GRAPH =
      "Pattern 4, crossNic 0, nChannels 8, bw 48.000000/24.500000, type NVL/PXB, sameChannels 1";

  private final List<LogEvent> events = new ArrayList<>();
  private final Problems warnings = new Problems();

  private void read(String log) {
    read(log.getBytes(StandardCharsets.UTF_8));
  }

  private void read(byte[] log) {
    try {
      NcclLogReader.read(new ByteArrayInputStream(log), "nccl.log", events::add, warnings);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private <T> T only(Class<T> type) {
    assertThat(events).hasSize(1);
    return type.cast(events.getFirst());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node01:2832:2839 [1] NCCL INFO ",
        "0: node01:2832:2839 [1] NCCL INFO ",
        "[1,3]<stdout>: node01:2832:2839 [1] NCCL INFO ",
        "[2026-11-29 16:00:00] node01:2832:2839 [1] NCCL INFO ",
        "(Worker pid=77, ip=10.0.0.1) node01:2832:2839 [1] NCCL INFO ",
      })
  void a_line_is_found_behind_whatever_a_launcher_puts_in_front(String prefix) {
    read(prefix + GRAPH + "\n");

    LogEvent.Graph graph = only(LogEvent.Graph.class);
    assertThat(graph.origin().host()).isEqualTo("node01");
    assertThat(graph.origin().pid()).isEqualTo(2832);
    assertThat(graph.origin().tid()).isEqualTo(2839);
    assertThat(graph.origin().device()).isEqualTo(1);
    assertThat(graph.origin().at()).hasToString("nccl.log:1");
  }

  @Test
  void a_line_without_prefix_has_no_process() {
    read("NCCL INFO " + GRAPH);

    assertThat(only(LogEvent.Graph.class).origin().host()).isEmpty();
  }

  @Test
  void figures_of_a_graph_line_are_read() {
    read(PREFIX + GRAPH);

    LogEvent.Graph graph = only(LogEvent.Graph.class);
    assertThat(graph.pattern()).isEqualTo(4);
    assertThat(graph.channels()).isEqualTo(8);
    assertThat(graph.intraGigabytesPerSecond()).isEqualTo(48);
    assertThat(graph.interGigabytesPerSecond()).isEqualTo(24.5);
    assertThat(graph.intraType()).isEqualTo("NVL");
    assertThat(graph.interType()).isEqualTo("PXB");
    assertThat(graph.sameChannels()).isTrue();
  }

  @Test
  void older_releases_write_speed_instead_of_bw() {
    read(PREFIX + GRAPH.replace("bw ", "speed "));

    assertThat(only(LogEvent.Graph.class).intraGigabytesPerSecond()).isEqualTo(48);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NCCL version 2.19.3+cuda12.3", PREFIX + "NCCL version 2.19.3+cuda12.3"})
  void the_version_stands_with_and_without_prefix(String line) {
    read(line + "\r\n");

    assertThat(only(LogEvent.Version.class).version()).isEqualTo("2.19.3+cuda12.3");
  }

  @Test
  void the_layout_of_a_communicator_is_read() {
    read(PREFIX + "comm 0x5639 rank 3 nRanks 24 nNodes 3 localRanks 8 localRank 3 MNNVL 0\n");

    LogEvent.Layout layout = only(LogEvent.Layout.class);
    assertThat(layout.communicator()).isEqualTo("0x5639");
    assertThat(layout.ranks()).isEqualTo(24);
    assertThat(layout.nodes()).isEqualTo(3);
    assertThat(layout.localRanks()).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "16 coll channels, 16 collnet channels, 4 nvls channels, 16 p2p channels, 2 p2p channels"
            + " per peer",
        "16 coll channels, 4 nvls channels, 16 p2p channels, 2 p2p channels per peer",
      })
  void channel_counts_are_read(String message) {
    read(PREFIX + message);

    assertThat(only(LogEvent.ChannelCounts.class).collective()).isEqualTo(16);
    assertThat(only(LogEvent.ChannelCounts.class).nvls()).isEqualTo(4);
  }

  @Test
  void older_channel_counts_lack_nvls() {
    read(PREFIX + "24 coll channels, 32 p2p channels, 32 p2p channels per peer");

    assertThat(only(LogEvent.ChannelCounts.class).nvls()).isEqualTo(-1);
  }

  @Test
  void choices_are_read_in_their_three_forms() {
    read(
        PREFIX
            + "262144 Bytes -> Algo 0 proto 1 time 54.707825\n"
            + PREFIX
            + "AllReduce: 262144 Bytes -> Algo 1 proto 2 time 86.5\n"
            + PREFIX
            + "AllReduce: 268435456 Bytes -> Algo NVLS proto SIMPLE channel{Lo..Hi}={0..15}\n");

    assertThat(events)
        .extracting(e -> ((LogEvent.Choice) e).function())
        .containsExactly("", "AllReduce", "AllReduce");
    assertThat(((LogEvent.Choice) events.getFirst()).timeUs()).isEqualTo(54.707825);
    assertThat(((LogEvent.Choice) events.getLast()).channels()).isEqualTo(16);
    assertThat(((LogEvent.Choice) events.getLast()).timeUs()).isNaN();
  }

  @Test
  void blocks_of_the_tuning_table_are_read() {
    read(
        PREFIX
            + "  Algorithm   |     Tree     |     Ring     |\n"
            + PREFIX
            + "  Protocol    |  LL |  LL128 |  Simple |  LL |  LL128 |  Simple |\n"
            + PREFIX
            + " Max NThreads |  512 |  640 |  512 |  512 |  640 |  256 |\n"
            + PREFIX
            + "    AllReduce |    16.8/   0.5 |    31.0/   0.0 |    36.4/   1.9 |    16.6/   1.2 |"
            + "    31.0/   0.0 |    36.4/   2.4 |\n");

    assertThat(warnings.list()).isEmpty();
    LogEvent.TuningRow row = (LogEvent.TuningRow) events.getLast();
    assertThat(row.function()).isEqualTo("AllReduce");
    assertThat(row.cells())
        .hasSize(6)
        .contains(
            new TuningCell("Tree", "LL", 16.8, 0.5), new TuningCell("Ring", "Simple", 36.4, 2.4));
    assertThat(((LogEvent.TuningThreads) events.getFirst()).threads())
        .containsExactly(512, 640, 512, 512, 640, 256);
  }

  @Test
  void the_tuning_table_of_older_releases_has_all_algorithms_in_one_row() {
    read(
        PREFIX
            + "Latency/AlgBw |    Tree/    LL |    Tree/ LL128 |    Tree/Simple |"
            + "    Ring/    LL |    Ring/ LL128 |    Ring/Simple |\n"
            + PREFIX
            + "    AllGather |     0.0/   0.0 |     0.0/   0.0 |     0.0/   0.0 |"
            + "    33.3/   0.8 |    52.0/   0.0 |   105.6/   3.2 |\n");

    assertThat(only(LogEvent.TuningRow.class).cells())
        .contains(new TuningCell("Ring", "Simple", 105.6, 3.2));
  }

  @Test
  void tables_of_two_processes_do_not_mix() {
    String other = "node02:1:2 [0] NCCL INFO ";
    read(
        PREFIX
            + "  Algorithm   |  Tree  |\n"
            + other
            + "  Algorithm   |  PAT  |\n"
            + PREFIX
            + "    AllReduce |    1.0/   2.0 |    3.0/   4.0 |    5.0/   6.0 |\n");

    assertThat(only(LogEvent.TuningRow.class).cells().getFirst().algorithm()).isEqualTo("Tree");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Pattern 4, crossNic 0, nChann",
        "Pattern x, crossNic 0, nChannels 8, bw 48.0/48.0, type NVL/PXB, sameChannels 1",
        "Pattern 4, crossNic 0, nChannels 8, bw -1.0/48.0, type NVL/PXB, sameChannels 1",
        "Pattern 4, crossNic 0, nChannels 99999999999999999999, bw 1.0/1.0, type A/B, sameChannels"
            + " 1",
        "comm 0x1 rank 0 nRanks many nNodes 2 localRanks 1 localRank 0",
        "    AllReduce |    16.8/   0.5 |",
        "AllReduce: 12 Bytes -> Algo ",
      })
  void an_odd_line_is_a_warning_with_its_place_and_the_rest_is_read(String odd) {
    read("something else\n" + PREFIX + odd + "\n" + PREFIX + GRAPH + "\n");

    assertThat(events).hasSize(1);
    assertThat(warnings.list()).hasSize(1);
    assertThat(warnings.list().getFirst().at()).hasToString("nccl.log:2");
  }

  @Test
  void a_line_of_megabytes_is_cut_and_the_next_is_read() {
    read(PREFIX + "x".repeat(3_000_000) + "\n" + PREFIX + GRAPH);

    assertThat(only(LogEvent.Graph.class).origin().at().line()).isEqualTo(2);
  }

  @Test
  void random_bytes_do_no_harm() {
    SplittableRandom random = new SplittableRandom(1);
    byte[] valid =
        (PREFIX + GRAPH + "\n" + PREFIX + "  Algorithm   |  Tree  |\n")
            .getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 2_000; i++) {
      byte[] log = valid.clone();
      for (int j = 0; j < 1 + random.nextInt(20); j++) {
        log[random.nextInt(log.length)] = (byte) random.nextInt(256);
      }
      read(log);
    }
    assertThat(warnings.list()).hasSizeLessThanOrEqualTo(100);
  }

  @Test
  void real_logs_are_read_without_a_warning() throws IOException {
    Path corpus = Path.of("../../shared/corpus/artefacts");
    Assumptions.assumeTrue(Files.isDirectory(corpus), "no corpus at " + corpus.toAbsolutePath());
    int read = 0;
    try (Stream<Path> files = Files.walk(corpus)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        try (InputStream in = Files.newInputStream(file)) {
          NcclLogReader.read(in, file.toString(), events::add, warnings);
        }
        read++;
      }
    }
    assertThat(read).isGreaterThan(50);
    assertThat(warnings.list()).isEmpty();
    assertThat(events).anyMatch(LogEvent.Graph.class::isInstance);
    assertThat(events.stream().filter(LogEvent.Version.class::isInstance)).hasSizeGreaterThan(5);
  }
}
