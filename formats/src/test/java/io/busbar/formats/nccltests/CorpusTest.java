package io.busbar.formats.nccltests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Outputs that people published; skipped where the corpus is not at hand. */
class CorpusTest {
  private static final Path CORPUS = Path.of("../../shared/corpus/artefacts");

  private static NcclTests read(String file) {
    Path path = CORPUS.resolve(file);
    assumeTrue(Files.isRegularFile(path), "the corpus of artefacts is not at " + CORPUS);
    return NcclTestsReader.read(path);
  }

  @Test
  void a_healthy_node_of_eight_gpus_names_itself_by_its_ratio() {
    NcclTests read = read("060-nccl-tests-a100-8gpu-healthy/nccl-tests.txt");
    assertThat(read.warnings()).isEmpty();
    NcclTestsTable table = read.tables().get(0);
    assertThat(table.rows()).hasSize(7);
    assertThat(table.collective()).isEqualTo("all_reduce");
    assertThat(table.ratio().onlyRanks()).isEqualTo(8);
    assertThat(table.averageBusbwGBps()).isEqualTo(66.2058);
  }

  @Test
  void missing_rank_lines_do_not_lose_the_ranks() {
    NcclTestsTable table =
        read("163-nccl-tests-a800-24-ranks-nic-limited/nccl-tests.txt").tables().get(0);
    assertThat(table.ranks()).isEqualTo(24);
    assertThat(table.ratio().verdict()).isEqualTo(RatioCheck.Verdict.FITS);
    assertThat(table.collective()).isEqualTo("all_reduce");
  }

  @Test
  void a_latency_floor_is_read_with_every_row() {
    NcclTests read = read("119-nccl-tests-a3plus-latency-floor/nccl-tests.txt");
    assertThat(read.warnings()).isEmpty();
    assertThat(read.tables().get(0).rows()).hasSize(11);
    assertThat(RatioCheck.of("all_gather", 16, read.tables().get(0).rows()).onlyRanks())
        .isEqualTo(16);
  }

  @Test
  void two_jobs_in_one_output_are_told() {
    NcclTests read = read("030-mpi-not-built-duplicate-headers/nccl-tests.txt");
    assertThat(read.tables())
        .singleElement()
        .satisfies(t -> assertThat(t.independentJobs()).isTrue());
    assertThat(read.tables().get(0).collective()).isEqualTo("all_reduce");
  }

  @Test
  void the_newest_version_between_two_small_machines() {
    NcclTestsTable table = read("009-spark-mtu-1500-all-gather/nccl-tests.txt").tables().get(0);
    assertThat(table.testsVersion()).isEqualTo("2.17.6");
    assertThat(table.ratio().verdict()).isEqualTo(RatioCheck.Verdict.FITS);
    assertThat(table.rows().get(0).inPlace().busbwGBps()).isEqualTo(20.95);
  }
}
