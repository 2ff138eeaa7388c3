package io.busbar.nccl.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.smi.SmiTopologyReader;
import io.busbar.nccl.graph.PathType;
import org.junit.jupiter.api.Test;

class MatrixTopologyTest {

  private static NodeTopology read(String text) {
    return MatrixTopology.of(SmiTopologyReader.read("topo.txt", text));
  }

  /** A matrix in which all GPUs share so many links. */
  static String matrix(int gpus, int links) {
    StringBuilder text = new StringBuilder("    ");
    for (int gpu = 0; gpu < gpus; gpu++) {
      text.append(" GPU").append(gpu);
    }
    text.append(" NIC0 CPU Affinity NUMA Affinity\n");
    for (int row = 0; row < gpus; row++) {
      text.append("GPU").append(row);
      for (int column = 0; column < gpus; column++) {
        text.append(row == column ? " X" : " NV" + links);
      }
      text.append(row == 0 ? " PIX" : " NODE").append(" 0-31 ").append(row % 2).append('\n');
    }
    return text.toString();
  }

  @Test
  void eight_gpus_that_share_all_their_links_have_switches() {
    NodeTopology node = read(matrix(8, 18));

    assertThat(node.nvSwitched()).isTrue();
    assertThat(node.gpus()).allSatisfy(gpu -> assertThat(gpu.nvLinks()).isEqualTo(18));
    assertThat(node.numaNodes()).isEqualTo(2);
  }

  @Test
  void four_gpus_may_be_a_mesh_or_have_switches() {
    assertThat(read(matrix(4, 6)).nvSwitched()).isFalse();
    assertThat(read(matrix(4, 6)).gpus().getFirst().nvLinks()).isEqualTo(18);
    assertThat(read(matrix(4, 18)).nvSwitched()).isTrue();
    assertThat(read(matrix(2, 12)).nvSwitched()).isFalse();
  }

  @Test
  void node_counts_as_one_host_bridge_and_keeps_its_name() {
    DevicePath path = read(matrix(4, 6)).gpuToNic().get(1).get(0);

    assertThat(path.type()).isEqualTo(PathType.PHB);
    assertThat(path.label()).isEqualTo("NODE");
    assertThat(path.bytesPerSecond()).isNull();
  }
}
