package io.busbar.nccl.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.measurements.Experiment;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredFilesTest {
  private static final Path CORPUS = Path.of("../../shared/corpus/measurements");

  private static final String RANKS =
      """
      # nThread 1 nGpus 1 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
      #  Rank  0 Group  0 Pid   1164 on node-0 device  0 [0x1b] NVIDIA H100 80GB HBM3
      #  Rank 15 Group  0 Pid     66 on node-1 device  7 [0xdb] NVIDIA H100 80GB HBM3
      """;

  private static final String ROW =
      "  1073741824  268435456  float  sum  -1  5100.0  210.54  394.76  0  5080.0  211.37  396.31 "
          + " 0\n";

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("all_reduce.txt"), text);
  }

  private static Cluster cluster(String name) {
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(name, Position.of("--cluster"), problems);
    problems.throwIfAny();
    assertThat(cluster).isNotNull();
    return cluster;
  }

  private MeasuredFiles read(String text, @Nullable String cluster) throws IOException {
    return MeasuredFiles.read(List.of(file(text)), cluster == null ? null : cluster(cluster));
  }

  @Test
  void a_table_and_a_cluster_are_an_experiment() throws IOException {
    MeasuredFiles read = read(RANKS + ROW, "dgx-h100:2");

    assertThat(read.warnings()).isEmpty();
    Experiment e = read.experiments().get(0);
    assertThat(e.id()).isEqualTo("all_reduce.txt");
    assertThat(e.system()).isEqualTo("dgx-h100:2");
    assertThat(e.collective()).isEqualTo("all_reduce");
    assertThat(e.job().ranks()).isEqualTo(16);
    assertThat(e.job().nodes()).isEqualTo(2);
    assertThat(e.job().gpusUsedPerNode()).isEqualTo(8);
    assertThat(e.job().launch()).isEqualTo("one process per GPU");
    assertThat(e.machine().gpu()).isEqualTo("H100");
    assertThat(e.machine().generation()).isEqualTo("hopper");
    assertThat(e.machine().intraGBpsPerGpu().value()).isEqualTo(450);
    assertThat(e.machine().nicGbps().value()).isEqualTo(400);
    assertThat(e.machine().nicsPerNode().value()).isEqualTo(8);
    assertThat(e.points().get(0).seconds()).isEqualTo(5080e-6);
  }

  @Test
  void without_rank_lines_the_ratio_tells_the_ranks() throws IOException {
    assertThat(read(ROW, "dgx-h100:4").experiments().get(0).job().ranks()).isEqualTo(16);
  }

  @ParameterizedTest
  @CsvSource({
    "p5.48xlarge, EFA (SRD), 'nThread 1 nGpus 8 x', single process -g 8",
    "a3-mega, GPUDirect-TCPX (Ethernet), 'nThread 8 nGpus 1 x', 'single process, -t 8 threads'",
    "bm.gpu.h100.8, RoCEv2, 'nThread 1 nGpus 1 x', one process per GPU",
  })
  void a_cluster_is_described_in_the_words_of_published_tables(
      String node, String fabric, String options, String launch) throws IOException {
    Experiment e = read("# " + options + "\n" + ROW, node + ":2").experiments().get(0);
    assertThat(e.machine().fabric()).isEqualTo(fabric);
    assertThat(e.machine().intraLink()).contains("NVLink");
    assertThat(e.job().launch()).isEqualTo(launch);
    double predicted = new Systems().predict().seconds(e, e.points().get(0).sizeBytes());
    assertThat(predicted).isBetween(1e-3, 0.1);
  }

  @Test
  void a_rack_of_trays_is_one_domain() throws IOException {
    Experiment e =
        read("72 18 float sum -1 30 0.00 0.00 0 30 0.00 0.00 0\n", "gb200-nvl72:1")
            .experiments()
            .get(0);
    assertThat(e.job().ranks()).isEqualTo(72);
    assertThat(e.job().gpusUsedPerNode()).isEqualTo(4);
    assertThat(new Systems().predict().seconds(e, 1L << 30)).isPositive();
  }

  @Test
  void a_table_of_osu_was_made_by_every_gpu_of_the_cluster() throws IOException {
    Experiment e =
        read(
                "# OSU MPI-CUDA Allgather Latency Test v7.0\n"
                    + "# Size Avg Latency(us)\n"
                    + "0 1\n"
                    + "1024 12.5\n",
                "dgx-h100:2")
            .experiments()
            .get(0);
    assertThat(e.collective()).isEqualTo("all_gather");
    assertThat(e.job().ranks()).isEqualTo(16);
    assertThat(e.points())
        .singleElement()
        .satisfies(p -> assertThat(p.sizeBytes()).isEqualTo(16384));
  }

  @Test
  void what_does_not_fit_is_told() throws IOException {
    assertThat(read(RANKS.replace("Rank 15", "Rank  7") + ROW, "dgx-h100:1").warnings())
        .singleElement()
        .asString()
        .contains("read '8 ranks', expected 16 by busbw over algbw");
    assertThat(read(RANKS + ROW, "dgx-a100:2").warnings())
        .singleElement()
        .asString()
        .contains("the GPU of dgx-a100:2, A100");
    assertThat(read(RANKS + ROW, "dgx-h100:1").warnings())
        .anySatisfy(w -> assertThat(w).contains("at most the 8 GPUs"));
  }

  @Test
  void a_table_needs_its_cluster() {
    assertThatThrownBy(() -> read(RANKS + ROW, null))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("--cluster dgx-h100:4");
  }

  @Test
  void all_files_that_are_none_are_told_at_once() throws IOException {
    Path text = file("hello\n");
    assertThatThrownBy(() -> MeasuredFiles.read(List.of(text, folder.resolve("missing.txt")), null))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a table of nccl-tests or OSU")
        .hasMessageContaining("an existing file");
  }

  @Test
  void the_corpus_is_nearly_covered_and_its_ranks_fit_its_ratios() {
    assumeTrue(Files.isDirectory(CORPUS), "the corpus of measurements is not at " + CORPUS);
    MeasuredFiles read = MeasuredFiles.read(List.of(CORPUS), null);

    assertThat(read.warnings()).isEmpty();
    var summary =
        CollectiveValidation.run(read.experiments(), read.systems().predict(), read.warnings())
            .summary();
    assertThat(summary.nHealthyExperiments()).isGreaterThan(120);
    assertThat(summary.regimes().bandwidth()).isNotNull();
    assertThat(summary.regimes().bandwidth().medianError()).isLessThan(0.3);
  }
}
