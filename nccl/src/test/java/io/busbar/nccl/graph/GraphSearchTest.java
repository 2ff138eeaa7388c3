package io.busbar.nccl.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.nccl.cost.SendReceiveChannels;
import io.busbar.nccl.version.NcclVersion;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The derivation against GRAPH lines of published logs. Where a log prints fewer lines, only those
 * are compared.
 */
class GraphSearchTest {

  private static Machine hopper(int gpus, int nodes, double nvlink, int nics, double nic) {
    return new Machine(
        gpus,
        nodes,
        90,
        ScaleUp.SWITCHED,
        nvlink,
        18,
        nics,
        nic,
        48,
        true,
        false,
        true,
        false,
        Cpu.INTEL);
  }

  private static Machine ampere(int gpus, int nodes, int nics, double nic) {
    return new Machine(
        gpus,
        nodes,
        80,
        ScaleUp.SWITCHED,
        240,
        12,
        nics,
        nic,
        24,
        true,
        false,
        false,
        false,
        Cpu.AMD);
  }

  private static GraphSet derive(Machine machine, String version) {
    return GraphSearch.derive(machine, NcclVersion.find(version).orElseThrow()).graphs();
  }

  private static void assertGraph(
      SearchGraph graph, Pattern pattern, int channels, double intra, double inter) {
    assertThat(graph.pattern()).isEqualTo(pattern);
    assertThat(graph.channels()).isEqualTo(channels);
    assertThat(graph.intraGigabytesPerSecond()).isEqualTo(intra);
    assertThat(graph.interGigabytesPerSecond()).isEqualTo(inter);
  }

  /** NVIDIA/nccl issue 1197, 2.19.4: links of 20.0 GB/s. All three lines agree. */
  @Test
  void one_node_of_eight_h100() {
    GraphSet graphs = derive(hopper(8, 1, 360, 8, 48), "2.19.4");

    assertGraph(graphs.ring(), Pattern.RING, 12, 30, 30);
    assertGraph(graphs.tree(), Pattern.BALANCED_TREE, 12, 30, 30);
    assertGraph(graphs.nvls(), Pattern.NVLS, 8, 40, 60);
  }

  /** Two nodes of eight GPUs with NV18 and a 400 Gb/s NIC each print "nChannels 8, bw 48/48". */
  @Test
  void two_nodes_of_eight_h100_with_400_gigabit_nics() {
    GraphSet graphs = derive(hopper(8, 2, 370.8, 8, 48), "2.28.9");

    assertGraph(graphs.ring(), Pattern.RING, 8, 48, 48);
    assertThat(graphs.ring().interType()).isEqualTo(PathType.PIX);
  }

  /**
   * Hopper nodes whose NICs carry 24 GB/s print "Pattern 3 (TREE), 8 channels, bw 48/24" beside a
   * ring of 8 at 24/24; the times of NVIDIA/nccl issue 1453 need the same.
   */
  @Test
  void several_nodes_of_eight_h100_with_200_gigabit_nics() {
    GraphSet graphs = derive(hopper(8, 4, 370.8, 8, 25), "2.27.7");

    assertGraph(graphs.ring(), Pattern.RING, 8, 24, 24);
    assertGraph(graphs.tree(), Pattern.TREE, 8, 48, 24);
  }

  /** NVIDIA/nccl issue 1154: the printed tree bandwidth needs 8 at 22 on 160 GB/s of NVLink. */
  @Test
  void several_nodes_of_eight_h800() {
    assertGraph(derive(hopper(8, 4, 160, 8, 48), "2.19.4").ring(), Pattern.RING, 8, 22, 22);
  }

  /** NVIDIA/nccl issue 1189: two H20 with two NICs of 400 Gb/s per node print 4 at 24/24. */
  @Test
  void two_h20_of_a_node_with_two_nics() {
    assertGraph(derive(hopper(2, 2, 370.8, 2, 48), "2.20.5").ring(), Pattern.RING, 4, 24, 24);
  }

  /**
   * Two A100 on NVSwitch print "nChannels 12, bw 20/20"; eight have 24 channels (nccl-tests 100).
   */
  @ParameterizedTest
  @CsvSource({"2", "8"})
  void one_node_of_a100(int gpus) {
    assertGraph(derive(ampere(gpus, 1, 8, 24), "2.20.5").ring(), Pattern.RING, 12, 20, 20);
  }

  /** One A100 per node with a NIC of 200 Gb/s prints a ring at 24/24 and a tree at 48/24. */
  @Test
  void one_a100_per_node() {
    GraphSet graphs = derive(ampere(1, 2, 1, 24), "2.20.5");

    assertGraph(graphs.ring(), Pattern.RING, 1, 24, 24);
    assertGraph(graphs.tree(), Pattern.TREE, 1, 48, 24);
    assertThat(graphs.tree().intraType()).isEqualTo(PathType.LOC);
  }

  /** The only GRAPH line of the corpus (2.19.3, A100 in a VM, PCIe read as 12): 24/12. */
  @Test
  void one_a100_per_virtual_machine_with_slow_pcie() {
    assertGraph(derive(ampere(1, 2, 1, 12), "2.19.3").tree(), Pattern.TREE, 1, 24, 12);
  }

  /** Two nodes, a NIC of 2.5 Gb/s: 0.24/0.24 and a tree at 1.2/0.24. */
  @Test
  void one_gpu_per_node_with_a_very_slow_nic() {
    GraphSet graphs = derive(ampere(1, 3, 1, 0.3125), "2.22.3");

    assertGraph(graphs.ring(), Pattern.RING, 1, 0.24, 0.24);
    assertGraph(graphs.tree(), Pattern.TREE, 1, 1.2, 0.24);
  }

  @Test
  void a_derivation_says_what_it_does_not_know() {
    Machine pcie =
        new Machine(8, 1, 89, ScaleUp.PCIE, 0, 0, 2, 24, 24, false, false, false, false, Cpu.INTEL);

    assertThat(GraphSearch.derive(pcie, NcclVersion.newest()).limits()).isNotEmpty();
    assertThat(GraphSearch.derive(hopper(8, 4, 370.8, 8, 48), NcclVersion.newest()).limits())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "dgx-h100:4, 8, 4, 370.8, 8, 48",
    "hgx-h800:2, 8, 2, 164.8, 8, 48",
    "dgx-a100:2, 8, 2, 240, 8, 24",
    "dgx-b200:1, 8, 1, 721.8, 8, 48",
    "p5.48xlarge:2, 8, 2, 370.8, 8, 48",
    "gb200-nvl72:1, 72, 1, 721.8, 72, 50",
  })
  void machines_of_the_catalogue_have_nccls_effective_rates(
      String name, int gpus, int nodes, double nvlink, int nics, double nic) {
    Machine machine =
        Machine.of(cluster(name), gpus, nodes, Cpu.INTEL, NcclVersion.of(2, 27, 7)).orElseThrow();

    assertThat(machine.nvlinkGigabytesPerSecond()).isCloseTo(nvlink, within(1e-6));
    assertThat(machine.nics()).isEqualTo(nics);
    assertThat(machine.nicGigabytesPerSecond()).isEqualTo(nic);
  }

  private static Cluster cluster(String name) {
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(name, Position.of("test"), problems);
    problems.throwIfAny();
    return Objects.requireNonNull(cluster);
  }

  @Test
  void accelerators_of_others_have_no_machine() {
    Cluster cluster = cluster("mi300x-platform:2");

    assertThat(Machine.of(cluster, 8, 2, Cpu.AMD, NcclVersion.newest())).isEmpty();
  }

  /** Logs print 32 channels per peer on A100 and H100 and 16 on H800 (8 links). */
  @ParameterizedTest
  @CsvSource({"dgx-h100:1, 32", "dgx-a100:1, 32", "hgx-h800:1, 16", "l40s-pcie:1, 2"})
  void a_peer_inside_the_node_has_these_channels(String name, int expected) {
    NcclVersion version = NcclVersion.of(2, 20, 5);
    Machine machine = Machine.of(cluster(name), 8, 1, Cpu.INTEL, version).orElseThrow();

    assertThat(SendReceiveChannels.of(machine, version).insideNode()).isEqualTo(expected);
  }
}
