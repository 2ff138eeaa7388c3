package io.busbar.formats.smi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmiTopologyReaderTest {
  private static final String WITH_TABS =
      """
      $ nvidia-smi topo -m
      \t\u001b[4mGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\u001b[0m
      GPU0\t X \tNV18\tPIX\tSYS\t0-31,64-95\t0\t\tN/A
      GPU1\tNV18\t X \tSYS\tPIX\t32-63\t1\t\tN/A
      NIC0\tPIX\tSYS\t X \tSYS\t\t\t\t
      NIC1\tSYS\tPIX\tSYS\t X \t\t\t\t

      Legend:

        X    = Self
        NV#  = Connection traversing a bonded set of # NVLinks

      NIC Legend:

        NIC0: mlx5_0
        NIC1: mlx5_1

      user@node:~$
      """;

  private static SmiTopology read(String text) {
    return SmiTopologyReader.read("topo.txt", text);
  }

  @Test
  void a_matrix_is_read_out_of_what_stands_around_it() {
    SmiTopology matrix = read(WITH_TABS);

    assertThat(matrix.gpus()).containsExactly("GPU0", "GPU1");
    assertThat(matrix.nics()).containsExactly("NIC0", "NIC1");
    assertThat(matrix.nicNames()).containsEntry("NIC1", "mlx5_1");
    assertThat(matrix.gpuToGpu(0, 1)).isEqualTo("NV18");
    assertThat(matrix.gpuToNic(1, 1)).isEqualTo("PIX");
    assertThat(matrix.cpuAffinity()).containsExactly("0-31,64-95", "32-63");
    assertThat(matrix.numaAffinity()).containsExactly("0", "1");
    assertThat(matrix.warnings()).isEmpty();
  }

  @Test
  void old_drivers_name_nics_in_the_header_and_no_numa() {
    SmiTopology matrix =
        read(
            """
                    GPU0    GPU1    mlx5_0  CPU Affinity
            GPU0     X      SOC     PHB     0-11
            GPU1    SOC      X      SOC     12-23
            mlx5_0  PHB     SOC      X
            """);

    assertThat(matrix.nics()).containsExactly("mlx5_0");
    assertThat(matrix.gpuToGpu(0, 1)).isEqualTo("SOC");
    assertThat(matrix.numaAffinity()).containsExactly("", "");
  }

  @Test
  void a_cut_row_is_filled_from_the_other_side() {
    SmiTopology matrix =
        read(
            """
                 GPU0 GPU1 GPU2 mlx5_0
            GPU0  X   NV4  NV4  SYS
            GPU1 NV4   X   NV4  PIX
            GPU2 NV4  N
            """);

    assertThat(matrix.gpuToGpu(2, 1)).isEqualTo("NV4");
    assertThat(matrix.gpuToNic(2, 0)).isEmpty();
    assertThat(matrix.warnings()).hasSize(2);
    assertThat(matrix.warnings().getFirst().at().line()).isEqualTo(4);
  }

  @Test
  void cut_at_every_line_it_is_read_or_refused() {
    String[] lines = WITH_TABS.split("\n", -1);
    for (int end = 0; end < lines.length; end++) {
      String cut = String.join("\n", java.util.List.of(lines).subList(0, end));
      try {
        assertThat(read(cut).gpus()).hasSize(2);
      } catch (InputException e) {
        assertThat(end).isLessThan(3);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "GPU0 GPU1", "no matrix here\n\nGPU0: NVIDIA H100", "GPU0 X PIX"})
  void what_has_no_matrix_is_refused(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("nvidia-smi topo -m");
  }

  @Test
  void a_header_of_thousands_of_columns_is_cut() {
    StringBuilder header = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      header.append(" GPU").append(i % 1000);
    }

    assertThat(read(header + "\nGPU0 X\n").gpus()).hasSizeLessThanOrEqualTo(256);
  }
}
