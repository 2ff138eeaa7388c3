package io.busbar.app.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;
import io.busbar.simulate.scenario.input.Question.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologiesTest {
  private static final String FAT_TREE =
      """
      # 16 hosts
      Nodes 16
      Tiers 3
      Podsize 4
      Tier 0
      Downlink_speed_Gbps 200
      Radix_Up 2
      Radix_Down 2
      Downlink_Latency_ns 400
      Switch_Latency_ns 100
      Tier 1
      Downlink_speed_Gbps 200
      Radix_Up 2
      Radix_Down 2
      Downlink_Latency_ns 400
      Switch_Latency_ns 100
      Tier 2
      Downlink_speed_Gbps 200
      Radix_Down 4
      Downlink_Latency_ns 400
      Switch_Latency_ns 100
      """;

  /** Two servers of two GPUs; each GPU's NIC goes to the leaf of its rail; one spine joins them. */
  private static final String RAILS =
      """
      9 2 2 3 10 H100
      4 5 6 7 8
      0 4 2400Gbps 0.000025ms 0
      1 4 2400Gbps 0.000025ms 0
      2 5 2400Gbps 0.000025ms 0
      3 5 2400Gbps 0.000025ms 0
      0 6 400Gbps 0.0005ms 0
      1 7 400Gbps 0.0005ms 0
      2 6 400Gbps 0.0005ms 0
      3 7 400Gbps 0.0005ms 0
      6 8 800Gbps 0.0005ms 0
      7 8 800Gbps 0.0005ms 0
      """;

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("fabric.txt"), text);
  }

  @Test
  void an_htsim_tree_of_4_ports_is_the_fat_tree_of_4() throws IOException {
    Fabric read = Topologies.read(file(FAT_TREE)).fabric();
    Fabric made =
        Fabrics.fatTree(4, new Bandwidth(25e9), new TimeSpan(400e-9), new TimeSpan(100e-9));

    assertThat(read.nodes()).isEqualTo(made.nodes());
    Paths inRead = new Paths(read, Routing.HASH, 3);
    Paths inMade = new Paths(made, Routing.HASH, 3);
    for (int src = 0; src < 16; src++) {
      for (int dst = 0; dst < 16; dst++) {
        if (src != dst) {
          assertThat(inRead.find(src, dst, 0)).isTrue();
          assertThat(inMade.find(src, dst, 0)).isTrue();
          assertThat(inRead.latencyPs()).isEqualTo(inMade.latencyPs());
          assertThat(inRead.bytesPerSecond()).isEqualTo(25e9);
          assertThat(inRead.count()).isEqualTo(inMade.count());
        }
      }
    }
  }

  @Test
  void a_rail_optimised_graph_has_domains_leaves_and_a_spine() throws IOException {
    Topology topology = Topologies.read(file(RAILS));
    Fabric fabric = topology.fabric();
    Paths paths = new Paths(fabric, Routing.HASH, 1);

    assertThat(topology.domain()).isEqualTo(2);
    assertThat(fabric.endpoints()).isEqualTo(4);
    assertThat(paths.find(0, 1, 0)).isTrue();
    assertThat(paths.bytesPerSecond()).isEqualTo(300e9);
    assertThat(paths.latencyPs()).isEqualTo(50_000);
    assertThat(paths.find(0, 2, 0)).isTrue();
    assertThat(paths.latencyPs()).isEqualTo(1_000_000);
    assertThat(paths.find(0, 3, 0)).isTrue();
    assertThat(paths.latencyPs()).isEqualTo(2_000_000);
    assertThat(paths.bytesPerSecond()).isEqualTo(50e9);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7 8 800Gbps|6 7 800Gbps|neighbour tiers",
        "3 7 400Gbps|3 7 0Gbps|a rate above 0",
        "0.0005ms 0|0.0005ms 0.01|--fault loss:all:0.01",
        "3 5 2400Gbps|3 4 2400Gbps|joins",
      })
  void a_graph_that_is_no_tree_is_refused(String line, String instead, String said)
      throws IOException {
    Path file = file(RAILS.replaceFirst(line, instead));
    assertThatThrownBy(() -> Topologies.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(said);
  }

  @Test
  void a_tree_that_does_not_divide_is_refused() throws IOException {
    Path file = file(FAT_TREE.replace("Podsize 4", "Podsize 5"));
    assertThatThrownBy(() -> Topologies.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a divisor of the nodes");
  }
}
