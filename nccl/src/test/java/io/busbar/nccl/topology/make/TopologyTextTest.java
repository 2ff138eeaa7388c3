package io.busbar.nccl.topology.make;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Finding;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.Kind;
import io.busbar.model.hardware.NodeType;
import io.busbar.nccl.topology.Affinity;
import io.busbar.nccl.topology.Fixtures;
import io.busbar.nccl.topology.GpuDevice;
import io.busbar.nccl.topology.NodeTopology;
import io.busbar.nccl.topology.check.TopologyChecks;
import io.busbar.nccl.version.NcclVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TopologyTextTest {
  @TempDir private Path folder;

  static List<String> nodes() {
    return Catalog.standard().names(Kind.NODE).stream().filter(name -> node(name) != null).toList();
  }

  /** Null for what the catalogue knows too little of. */
  private static @Nullable NodeType node(String name) {
    return Catalog.standard().node(name, Position.of("test"), new Problems());
  }

  private static TopologyText.Machine machine(List<String> gpus, List<String> nics) {
    return new TopologyText.Machine("intel-sapphire-rapids", 2, gpus, nics);
  }

  private NodeTopology written(NodeType node) throws IOException {
    String text = TopologyText.of(node, machine(List.of(), List.of()));
    Path file = Files.writeString(folder.resolve("topo.xml"), text);
    return Fixtures.node(file, NcclVersion.newest());
  }

  @ParameterizedTest
  @MethodSource("nodes")
  void every_node_of_the_catalogue_comes_back_with_its_gpus_nics_and_neighbours(String name)
      throws IOException {
    NodeType node = node(name);
    NodeTopology topology = written(node);

    assertThat(topology.gpus()).hasSize(node.gpusPerHost());
    assertThat(topology.warnings()).isEmpty();
    for (Affinity affinity : Affinity.of(topology)) {
      int near = node.nearNics().get(affinity.gpu().index()).size();
      if (near > 0) {
        assertThat(affinity.path().isNear()).isTrue();
        assertThat(affinity.nics()).hasSize(near);
      }
    }
    assertThat(TopologyChecks.of(topology))
        .extracting(Finding::code)
        .isSubsetOf("topology-invented-switches", "pcie-link-unknown", "gpu-nic-distance-sys");
  }

  @Test
  void the_azure_shape_is_as_its_operator_publishes_it() throws IOException {
    NodeTopology topology = written(node("nd-h100-v5"));

    assertThat(topology.gpus()).extracting(GpuDevice::numa).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
    assertThat(topology.gpus())
        .allSatisfy(gpu -> assertThat(gpu.pcie()).hasToString("32 GT/s x16"));
    assertThat(topology.nics()).allSatisfy(nic -> assertThat(nic.pciClass()).isEqualTo("0x020700"));
  }

  @Test
  void bus_ids_of_the_machine_are_used() {
    List<String> gpus = List.of("0000:10:1C.0", "0000:10:1d.0");
    List<String> nics = List.of("0000:10:1b.0");
    NodeType two = node("p4d.24xlarge");

    InputException e =
        catchThrowableOfType(InputException.class, () -> TopologyText.of(two, machine(gpus, nics)));
    assertThat(e.problems()).extracting(Problem::expected).contains("8 different ones");
    List<String> eight =
        java.util.stream.IntStream.range(0, 8).mapToObj(i -> "0000:1" + i + ":1C.0").toList();
    String text = TopologyText.of(two, machine(eight, List.of()));
    assertThat(text).contains("busid=\"0000:17:1c.0\"").contains("REPLACE");
  }

  @Test
  void wrong_bus_ids_and_processors_are_all_told_at_once() {
    TopologyText.Machine machine =
        new TopologyText.Machine(
            "amd-geno", 2, List.of("10:00.0"), List.of("0000:01:00.0", "0000:01:00.0"));

    InputException e =
        catchThrowableOfType(
            InputException.class, () -> TopologyText.of(node("dgx-h100"), machine));
    assertThat(e.problems())
        .extracting(p -> p.at().source())
        .contains("--cpu", "--gpu-bus-ids", "--nic-bus-ids");
    assertThat(e.problems().getFirst().hint()).contains("amd-genoa");
  }
}
