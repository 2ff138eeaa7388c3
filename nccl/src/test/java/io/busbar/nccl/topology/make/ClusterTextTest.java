package io.busbar.nccl.topology.make;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.nccl.topology.Fixtures;
import io.busbar.nccl.topology.NodeTopology;
import io.busbar.nccl.version.NcclVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterTextTest {
  private static final ClusterText.Given NOTHING = new ClusterText.Given(null, null, 16);
  @TempDir private Path folder;

  /** What the reader of cluster files makes of the text. */
  private static Cluster read(String text) {
    Problems problems = new Problems();
    Cluster cluster =
        Clusters.read(
            TreeReader.parse("cluster.yaml", text.getBytes(StandardCharsets.UTF_8)), "", problems);
    assertThat(problems.list()).as(text).isEmpty();
    assertThat(cluster).isNotNull();
    return cluster;
  }

  private NodeTopology matrix(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("topo.txt"), text);
    return Fixtures.node(file, NcclVersion.newest());
  }

  @Test
  void a_node_with_nvswitches_becomes_a_cluster_of_such_nodes() {
    String text = ClusterText.of(Fixtures.node("dgx-h100.xml"), NOTHING);
    Cluster cluster = read(text);

    assertThat(cluster.nodes()).isEqualTo(16);
    assertThat(cluster.node().gpu().name()).isEqualTo("h100-sxm");
    assertThat(cluster.node().gpus()).isEqualTo(8);
    assertThat(cluster.node().scaleUp()).isEqualTo(ScaleUp.SWITCHED);
    assertThat(cluster.node().inSwitchReduction()).isTrue();
    assertThat(cluster.node().nics()).isEqualTo(8);
    assertThat(cluster.node().nicBytesPerSecond()).isEqualTo(50e9);
    assertThat(cluster.node().network()).isEqualTo(NetworkKind.INFINIBAND);
    for (int gpu = 0; gpu < 8; gpu++) {
      assertThat(cluster.node().nearNics().get(gpu)).containsExactly(gpu);
    }
    assertThat(text).contains("Assumed: the NVSwitches reduce");
  }

  @Test
  void a_mesh_keeps_what_a_peer_gets_and_which_gpus_have_a_nic() {
    Cluster cluster = read(ClusterText.of(Fixtures.node("a100-mesh.xml"), NOTHING));

    assertThat(cluster.node().scaleUp()).isEqualTo(ScaleUp.MESH);
    assertThat(cluster.scaleUpPeerBytesPerSecond()).isEqualTo(100e9); // 4 of 12 links of 25 GB/s
    assertThat(cluster.node().nearNics()).hasSize(4);
    assertThat(cluster.node().nearNics().get(0)).isEmpty();
    assertThat(cluster.node().nearNics().get(1)).containsExactly(0);
  }

  @Test
  void missing_gpudirect_and_ports_for_management_are_taken_over() {
    Cluster cluster = read(ClusterText.of(Fixtures.node("broken.xml"), NOTHING));

    assertThat(cluster.network().gpuDirect()).isFalse();
    assertThat(cluster.node().nics()).isEqualTo(1);
  }

  @Test
  void what_a_matrix_does_not_tell_is_asked_for_all_at_once() throws IOException {
    NodeTopology node =
        matrix("     GPU0 GPU1 mlx5_0\nGPU0 X NV12 PIX\nGPU1 NV12 X SYS\nmlx5_0 PIX SYS X\n");

    InputException e =
        catchThrowableOfType(InputException.class, () -> ClusterText.of(node, NOTHING));
    assertThat(e.problems())
        .extracting(Problem::hint)
        .anySatisfy(hint -> assertThat(hint).contains("--gpu"))
        .anySatisfy(hint -> assertThat(hint).contains("--nic-rate"));
    ClusterText.Given given =
        new ClusterText.Given("a100-pcie-80gb", Bandwidth.parse("200Gb/s"), 2);
    Cluster cluster = read(ClusterText.of(node, given));
    assertThat(cluster.node().nicBytesPerSecond()).isEqualTo(25e9);
    assertThat(cluster.node().nearNics().get(1)).isEmpty();
  }

  @Test
  void pairs_are_domains_of_two() throws IOException {
    NodeTopology node =
        matrix(
            "     GPU0 GPU1 GPU2 GPU3\nGPU0 X NV12 SYS SYS\nGPU1 NV12 X SYS SYS\n"
                + "GPU2 SYS SYS X NV12\nGPU3 SYS SYS NV12 X\n");
    ClusterText.Given given = new ClusterText.Given("a100-pcie-80gb", null, 1);

    assertThat(read(ClusterText.of(node, given)).node().domainGpus()).isEqualTo(2);
  }

  @Test
  void an_unknown_gpu_is_a_problem_of_the_option() {
    ClusterText.Given given = new ClusterText.Given("h1000", null, 1);

    InputException e =
        catchThrowableOfType(
            InputException.class, () -> ClusterText.of(Fixtures.node("dgx-h100.xml"), given));
    assertThat(e.problems().getFirst().at()).isEqualTo(Position.of("--gpu"));
  }
}
