package io.busbar.formats.measurements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.base.problem.InputException;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.formats.measurements.Experiment.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentsReaderTest {
  private static final Path CORPUS = Path.of("../../shared/corpus/measurements");

  private static final String INDEX =
      """
      experiments:
        - id: a-2n-allreduce
          collective: "all_reduce"
          gpu: "H100"
          generation: "hopper"
          gpus_used_per_node: 8
          gpus_in_node: "unknown"
          nodes: 2
          ranks: 16
          intra_dir_GBps_per_gpu: 450
          nvswitch: "yes"
          nics_per_node: 8
          nic_gbps: "400 (inferred: 48.9 GB/s busbw per rail)"
          fabric: "InfiniBand NDR"
          nccl: "2.23.4"
          healthy: "yes"
          system: "a"
          a_field_of_tomorrow: [1, 2]
          points: 3
      """;

  @TempDir private Path folder;

  private Experiments read(String index, String csv) throws IOException {
    Files.writeString(folder.resolve("index.yaml"), index);
    Files.writeString(folder.resolve("a-2n-allreduce.csv"), csv);
    return ExperimentsReader.read(folder);
  }

  @Test
  void an_experiment_is_its_system_and_its_points() throws IOException {
    Experiments read =
        read(
            INDEX,
            """
            size_bytes,time_us,algbw_GBps,busbw_GBps,inplace_time_us,inplace_algbw_GBps,inplace_busbw_GBps
            1024,40.5,0.03,0.05,31.2,0.03,0.06
            2048,41.0,,,,,
            4096,,,,42,,
            """);

    assertThat(read.warnings()).isEmpty();
    Experiment e = read.experiments().get(0);
    assertThat(e.collective()).isEqualTo("all_reduce");
    assertThat(e.healthy()).isEqualTo(Health.YES);
    assertThat(e.job().ranks()).isEqualTo(16);
    assertThat(e.machine().gpusInNode().known()).isFalse();
    assertThat(e.machine().nicGbps().value()).isEqualTo(400);
    assertThat(e.machine().nicGbps().marked()).isTrue();
    assertThat(e.machine().intraGBpsPerGpu().marked()).isFalse();
    assertThat(e.points()).hasSize(3);
    assertThat(e.points().get(0)).isEqualTo(new Point(2, 1024, 40.5, 31.2, 0.03, 0.05));
    assertThat(e.points().stream().mapToDouble(Point::seconds).toArray())
        .containsExactly(new double[] {31.2e-6, 41.0e-6, 42e-6}, within(1e-12));
  }

  @Test
  void rows_that_cannot_be_used_are_told_and_the_rest_is_used() throws IOException {
    Experiments read =
        read(
            INDEX,
            """
            size_bytes,time_us,algbw_GBps,busbw_GBps
            1024,40.5,n/a,0.05
            big,41,1,1
            2048,0,,
            4096,1e999,,
            8192,4.5.6,,

            16384,50
            32768\
            """);

    assertThat(read.experiments().get(0).points())
        .extracting(Point::sizeBytes)
        .containsExactly(1024L, 16384L);
    assertThat(read.warnings())
        .extracting(w -> w.at().line())
        .containsExactly(2, 3, 3, 4, 5, 5, 6, 6, 9, 0);
    assertThat(read.warnings().get(9)).asString().contains("read '2 points', expected 3 points");
  }

  @Test
  void where_only_a_bandwidth_is_published_the_time_is_computed() throws IOException {
    Experiments read =
        read(
            INDEX,
            "size_bytes,time_us,algbw_GBps,busbw_GBps\n1024,,,0.04\n1048576,,,3.75\n2097152,,4,\n");

    // 1 MiB x 30/16 / 3.75 GB/s = 524.288 us; 2 MiB / 4 GB/s the same
    assertThat(read.experiments().get(0).points())
        .hasSize(2)
        .allSatisfy(p -> assertThat(p.outOfPlaceUs()).isCloseTo(524.288, within(1e-9)));
    assertThat(read.warnings()).isEmpty();
  }

  @Test
  void a_missing_or_foreign_csv_leaves_an_experiment_without_points() throws IOException {
    Experiments read = read(INDEX.replace("a-2n-allreduce", "other"), "x");
    assertThat(read.experiments().get(0).points()).isEmpty();
    assertThat(read.warnings()).singleElement().asString().contains("the readable CSV of other");

    Experiments foreign = read(INDEX, "alpha,beta\n1,2\n");
    assertThat(foreign.experiments().get(0).points()).isEmpty();
    assertThat(foreign.warnings().get(0)).asString().contains("a header with size_bytes");
  }

  @Test
  void an_entry_that_is_no_experiment_is_left_out() throws IOException {
    Experiments read =
        read(
            INDEX + "  - 7\n  - id: ../../etc/passwd\n  - id: a-2n-allreduce\n",
            "size_bytes,time_us\n");
    assertThat(read.experiments()).hasSize(1);
    assertThat(read.warnings().stream().filter(w -> w.key().equals("id"))).hasSize(3);
  }

  @Test
  void an_index_without_experiments_is_refused() {
    assertThatThrownBy(() -> read("points: []\n", ""))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a list of experiments");
  }

  @ParameterizedTest
  @CsvSource({
    "400, 400, false",
    "400 (not stated), 400, true",
    "unknown, NaN, false",
    "'', NaN, false",
    "25 or 50 (recalled), NaN, false",
    "bridge (A100 300) + PCIe, NaN, false",
    "46.5, 46.5, false",
  })
  void a_number_with_a_remark_keeps_both(String text, double value, boolean marked) {
    Stated stated = Stated.of(text);
    assertThat(Double.valueOf(stated.value())).isEqualTo(Double.valueOf(value));
    assertThat(stated.marked()).isEqualTo(marked);
    assertThat(stated.text()).isEqualTo(text);
  }

  @Test
  void the_corpus_is_read_without_a_warning() {
    assumeTrue(Files.isDirectory(CORPUS), "the corpus of measurements is not at " + CORPUS);
    Experiments read = ExperimentsReader.read(CORPUS);

    assertThat(read.warnings()).isEmpty();
    assertThat(read.experiments()).hasSizeGreaterThan(100);
    List<Experiment> healthy =
        read.experiments().stream().filter(e -> e.healthy() == Health.YES).toList();
    assertThat(healthy).hasSizeGreaterThan(100);
    assertThat(read.experiments())
        .allSatisfy(e -> assertThat(e.points()).isNotEmpty())
        .allSatisfy(e -> assertThat(e.job().ranks()).isPositive());
  }
}
