package io.busbar.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SystemConstantsTest {
  private static final SystemConstants SOME =
      SystemConstants.NONE
          .with(SystemConstant.START, 21.34e-6)
          .with(SystemConstant.NETWORK_SHARE, 0.8123)
          .with(SystemConstant.CHANNEL_RATE, 23.4e9);

  @TempDir private Path folder;

  private static Cluster read(String text) {
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(text, Position.of("--cluster"), problems);
    problems.throwIfAny();
    assertThat(cluster).isNotNull();
    return cluster;
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("c.yaml"), text);
  }

  private static void assertSame(SystemConstants found) {
    assertThat(found.values().keySet()).isEqualTo(SOME.values().keySet());
    SOME.values()
        .forEach((c, v) ->
            assertThat(found.values().get(c)).isCloseTo(v, Percentage.withPercentage(0.05)));
  }

  @Test
  void a_named_cluster_becomes_a_file_that_reads_back() throws IOException {
    Cluster named = read("dgx-h100:16");
    String file =
        ClusterFile.with("dgx-h100:16", named, ClusterFile.section(SOME, List.of("from: x.txt")));
    Cluster back = read(write(file).toString());

    assertThat(file).contains("  # from: x.txt\n  start: 21.34us\n");
    assertThat(back.nodes()).isEqualTo(16);
    assertThat(back.network()).isEqualTo(named.network());
    assertSame(back.collectives());
    assertSame(back.withNodes(64).collectives());
    assertSame(back.withNetwork(named.network()).collectives());
  }

  @Test
  void a_file_keeps_its_text_and_loses_its_old_section() throws IOException {
    String text =
        """
        # ours
        node: dgx-h100
        collectives:
          # old
          nvls_share: 50%
        # how many
        nodes: 4   # today
        network:
          leaf: {nodes: 2}
        """;
    Path path = write(text);
    Cluster given = read(path.toString());
    String file = ClusterFile.with(path.toString(), given, ClusterFile.section(SOME, List.of()));
    Cluster back = read(write(file).toString());

    assertThat(given.collectives().find(SystemConstant.NVLS_SHARE)).hasValue(0.5);
    assertThat(file).contains("# ours\n", "# how many\nnodes: 4   # today\n").doesNotContain("old");
    assertThat(back.gpusPerLeaf()).isEqualTo(2 * back.node().gpus());
    assertSame(back.collectives());
  }

  @Test
  void a_last_section_is_replaced_as_well() throws IOException {
    Path path = write("node: dgx-h100\nnodes: 4\ncollectives:\n  nvls_share: 50%\n");
    Cluster given = read(path.toString());
    String file = ClusterFile.with(path.toString(), given, ClusterFile.section(SOME, List.of()));

    assertSame(read(write(file).toString()).collectives());
  }

  @Test
  void a_file_in_one_line_is_refused() throws IOException {
    Path path = write("{node: dgx-h100, nodes: 4}\n");
    Cluster given = read(path.toString());

    assertThatThrownBy(() -> ClusterFile.with(path.toString(), given, "collectives:\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("block of YAML");
  }

  @ParameterizedTest
  @EnumSource(SystemConstant.class)
  void both_ends_of_a_range_read_back(SystemConstant constant) throws IOException {
    for (double end : List.of(constant.low(), constant.high())) {
      String section = ClusterFile.section(SystemConstants.NONE.with(constant, end), List.of());
      Cluster back = read(write("node: dgx-h100\nnodes: 2\n" + section).toString());
      assertThat(back.collectives().find(constant).orElseThrow())
          .isCloseTo(end, Percentage.withPercentage(1e-9));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start: 5s | from 1.5 us to 70 us",
        "start: 20 | add a unit",
        "network_share: 0.9 | percent",
        "network_share: 20% | from 30.0 % to 100 %",
        "channel_rate: 1TB/s | from 5 GB/s to 60 GB/s",
        "strat: 20us | did you mean 'start'?",
      })
  void wrong_values_are_told(String line, String said) throws IOException {
    Path path = write("node: dgx-h100\nnodes: 2\ncollectives:\n  " + line + "\n");

    assertThatThrownBy(() -> read(path.toString()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(said);
  }
}
