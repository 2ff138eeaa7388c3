package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.expect.NcclExpectation;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpectedBandwidthTest {
  @TempDir Path folder;

  private static Expectation on(String cluster) {
    Cluster read =
        Objects.requireNonNull(
            Clusters.parse(cluster, Position.of("--cluster"), new Problems()), cluster);
    return NcclExpectation.of(read, cluster);
  }

  /** An all-reduce of 1 GiB over two hosts of eight GPUs. */
  private Diagnosis diagnose(double busbwGBps, String gpu, Expectation expectation)
      throws IOException {
    StringBuilder text = new StringBuilder("# nccl-tests version 2.17.6 nccl-library=22304\n");
    text.append("# Collective test starting: all_reduce_perf\n#\n# Using devices\n");
    for (int rank = 0; rank < 16; rank++) {
      text.append(
          String.format(
              Locale.ROOT,
              "#  Rank %2d Group  0 Pid   1234 on node%02d device %2d [0x%02x] %s%n",
              rank,
              rank / 8,
              rank % 8,
              16 + rank % 8,
              gpu));
    }
    text.append("#\n#       size         count      type   redop    root     time   algbw   busbw")
        .append(" #wrong     time   algbw   busbw #wrong\n");
    long bytes = 1L << 30;
    double algbw = busbwGBps / 1.875;
    double us = bytes / algbw / 1e3;
    text.append(
        String.format(
            Locale.ROOT,
            "  %d  %d  float  sum  -1  %.1f  %.2f  %.2f  0  %.1f  %.2f  %.2f  0%n",
            bytes,
            bytes / 4,
            us,
            algbw,
            busbwGBps,
            us,
            algbw,
            busbwGBps));
    Files.writeString(folder.resolve("all_reduce.txt"), text);
    return new Diagnoser(expectation).diagnose(folder, List.of("all_reduce.txt"));
  }

  @Test
  void a_table_stands_beside_what_the_named_cluster_achieves() throws IOException {
    var compared = diagnose(300, "GPU", on("dgx-h100:2")).bandwidths().getFirst();

    assertThat(compared.clusterGiven()).isTrue();
    assertThat(compared.cluster()).isEqualTo("dgx-h100:2");
    assertThat(compared.explain())
        .startsWith("busbar collective all_reduce --cluster dgx-h100:2")
        .endsWith("--explain 1073741824");
    var size = compared.sizes().getFirst();
    assertThat(size.busbwBytesPerS()).isEqualTo(300e9);
    assertThat(size.lowBytesPerS()).isLessThan(size.expectedBytesPerS());
    assertThat(size.highBytesPerS()).isGreaterThan(size.expectedBytesPerS());
  }

  @Test
  void less_than_half_of_what_is_achieved_is_critical() throws IOException {
    Diagnosis.Cause first =
        diagnose(12, "NVIDIA H100 80GB HBM3", NcclExpectation.inferred()).findings().getFirst();

    assertThat(first.code()).isEqualTo("busbw-far-below-hardware");
    assertThat(first.severity()).isEqualTo(Severity.CRITICAL);
    assertThat(first.why())
        .contains("12.0 GB/s at 1 GiB", "what looks like dgx-h100:2", "busbar collective")
        .doesNotContain("Avg");
  }

  @Test
  void what_few_like_systems_have_is_a_warning_on_a_named_cluster_only() throws IOException {
    double low =
        diagnose(300, "NVIDIA H100 80GB HBM3", on("dgx-h100:2"))
            .bandwidths()
            .getFirst()
            .sizes()
            .getFirst()
            .lowBytesPerS();
    double got = 0.95 * low / 1e9;

    assertThat(diagnose(got, "NVIDIA H100 80GB HBM3", on("dgx-h100:2")).findings().getFirst())
        .extracting(Diagnosis.Cause::code, Diagnosis.Cause::severity)
        .containsExactly("busbw-far-below-hardware", Severity.WARNING);
    assertThat(diagnose(got, "NVIDIA H100 80GB HBM3", NcclExpectation.inferred()).findings())
        .noneMatch(f -> f.severity() != Severity.INFO);
  }

  @Test
  void what_the_model_says_is_in_order() throws IOException {
    double expected =
        diagnose(300, "GPU", on("dgx-h100:2"))
            .bandwidths()
            .getFirst()
            .sizes()
            .getFirst()
            .expectedBytesPerS();
    Diagnosis diagnosis = diagnose(expected / 1e9, "GPU", on("dgx-h100:2"));

    assertThat(diagnosis.findings()).noneMatch(f -> f.severity() != Severity.INFO);
    assertThat(diagnosis.healthy()).anyMatch(h -> h.what().contains("is 100 % of"));
  }

  @Test
  void nothing_is_expected_of_hardware_that_is_not_known() throws IOException {
    assertThat(diagnose(12, "Quadro", NcclExpectation.inferred()).bandwidths()).isEmpty();
  }

  @Test
  void gpus_whose_names_only_contain_a_known_one_are_not_taken_for_it() throws IOException {
    for (String other :
        List.of(
            "NVIDIA GB200",
            "NVIDIA GH200 480GB",
            "NVIDIA H200 NVL",
            "NVIDIA H800 PCIe",
            "NVIDIA H100 80GB HBM3 MIG 1g.10gb")) {
      assertThat(diagnose(12, other, NcclExpectation.inferred()).bandwidths()).as(other).isEmpty();
    }
    for (String known : List.of("NVIDIA B200", "NVIDIA H200", "NVIDIA A100-SXM4-80GB")) {
      assertThat(diagnose(12, known, NcclExpectation.inferred()).bandwidths())
          .as(known)
          .isNotEmpty();
    }
  }
}
