package io.busbar.nccl.topology.make;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.ncclxml.GraphFile;
import io.busbar.formats.ncclxml.GraphFile.Graph;
import io.busbar.formats.ncclxml.GraphFile.Stop;
import io.busbar.formats.ncclxml.NcclXmlReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.graph.Cpu;
import io.busbar.nccl.graph.GraphSearch;
import io.busbar.nccl.graph.Machine;
import io.busbar.nccl.graph.SearchGraph;
import io.busbar.nccl.version.NcclVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphTextTest {
  private static final NcclVersion VERSION = NcclVersion.newest();

  private static Cluster cluster(String name) {
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(name, Position.of("test"), problems);
    problems.throwIfAny();
    if (cluster == null) {
      throw new AssertionError(name);
    }
    return cluster;
  }

  private static GraphFile read(String name) {
    String text = GraphText.of(cluster(name), VERSION);
    return GraphFile.of(NcclXmlReader.parse("graph.xml", text.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"dgx-h100:1", "dgx-h100:4", "dgx-a100:1", "dgx-a100:2", "dgx-b200:2"})
  void what_is_written_is_what_the_search_derives(String name) {
    Cluster cluster = cluster(name);
    int gpus = cluster.node().gpus();
    Machine machine =
        Machine.of(cluster, gpus, cluster.gpus() / gpus, Cpu.INTEL, VERSION).orElseThrow();
    var graphs = GraphSearch.derive(machine, VERSION).graphs();
    GraphFile file = read(name);
    assertThat(file.warnings()).isEmpty();
    assertThat(file.graphs()).extracting(Graph::id).containsExactly(0, 1, 2, 4, 3);
    List<SearchGraph> derived =
        List.of(
            graphs.ring(),
            graphs.tree(),
            graphs.collnetChain(),
            graphs.collnetDirect(),
            graphs.nvls());
    for (int i = 0; i < derived.size(); i++) {
      Graph graph = file.graphs().get(i);
      assertThat(graph.channelCount()).isEqualTo(derived.get(i).channels());
      assertThat(graph.channels()).hasSize(derived.get(i).channels());
      assertThat(graph.pattern()).isEqualTo(derived.get(i).pattern().number());
      assertThat(graph.intraGigabytesPerSecond())
          .isEqualTo(derived.get(i).intraGigabytesPerSecond());
      assertThat(graph.typeIntra()).isEqualTo(derived.get(i).intraType().name());
    }
    for (List<Stop> channel : file.graphs().getFirst().channels()) {
      assertThat(channel.stream().filter(stop -> !stop.net()).distinct()).hasSize(gpus);
    }
  }

  @Test
  void a_channel_between_nodes_starts_and_ends_at_the_nic_of_its_first_gpu() {
    List<Stop> channel = read("dgx-h100:2").graphs().getFirst().channels().get(3);
    assertThat(channel.getFirst()).isEqualTo(new Stop(true, 3));
    assertThat(channel.get(1)).isEqualTo(new Stop(false, 3));
    assertThat(channel.get(2)).isEqualTo(new Stop(false, 2));
    assertThat(channel.getLast()).isEqualTo(new Stop(true, 3));
  }

  @Test
  void accelerators_that_nccl_does_not_drive_have_no_graph() {
    Cluster amd = cluster("mi300x-platform:1");
    assertThatThrownBy(() -> GraphText.of(amd, VERSION))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("NVIDIA");
  }
}
