package io.busbar.diagnose.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.diagnose.Diagnoser;
import io.busbar.diagnose.expect.NcclExpectation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangesTest {
  @TempDir Path folder;
  private Path good = Path.of("");
  private Path bad = Path.of("");

  @BeforeEach
  void folders() throws IOException {
    good = Files.createDirectory(folder.resolve("good"));
    bad = Files.createDirectory(folder.resolve("bad"));
  }

  private static String table(double busbw) {
    StringBuilder text =
        new StringBuilder("# Collective test starting: all_reduce_perf\n# nccl-tests\n");
    text.append("#       size         count      type   redop    root     time   algbw   busbw")
        .append(" #wrong     time   algbw   busbw #wrong\n");
    for (long bytes = 1L << 26; bytes <= 1L << 28; bytes *= 2) {
      double algbw = busbw / 1.875;
      double us = bytes / algbw / 1e3;
      String half = String.format(Locale.ROOT, "  %.1f  %.2f  %.2f  0", us, algbw, busbw);
      text.append("  ")
          .append(bytes)
          .append("  ")
          .append(bytes / 4)
          .append("  float  sum  -1")
          .append(half)
          .append(half)
          .append('\n');
    }
    return text.toString();
  }

  private static String log(String version, int nics, String more) {
    String head = "node01:10:20 [0] NCCL INFO ";
    StringBuilder text = new StringBuilder(head + "NCCL version " + version + "+cuda12.4\n");
    text.append(head).append("NET/IB : Using ");
    for (int i = 0; i < nics; i++) {
      text.append('[').append(i).append("]mlx5_").append(i).append(":1/IB ");
    }
    return text.append("[RO]; OOB eth0:10.0.0.1<0>\n").append(more).toString();
  }

  private List<Change> changes() {
    return new Diagnoser(NcclExpectation.inferred())
        .diagnose(List.of(bad), List.of(good))
        .changes();
  }

  @Test
  void a_changed_count_of_nics_that_explains_the_loss_goes_first() throws IOException {
    Files.writeString(good.resolve("nccl.log"), log("2.20.5", 8, ""));
    Files.writeString(good.resolve("all_reduce.txt"), table(360));
    Files.writeString(bad.resolve("nccl.log"), log("2.23.4", 4, ""));
    Files.writeString(bad.resolve("all_reduce.txt"), table(182));
    List<Change> changes = changes();

    Change first = changes.getFirst();
    assertThat(first.kind()).isEqualTo("nics");
    assertThat(first.effect()).isEqualTo("explains");
    assertThat(first.before()).startsWith("8: mlx5_0");
    assertThat(first.after()).isEqualTo("4: mlx5_0 mlx5_1 mlx5_2 mlx5_3");
    assertThat(first.why()).contains("50 %", "51 %");
    assertThat(first.evidence()).hasSize(2);
    assertThat(changes)
        .extracting(Change::effect)
        .containsSubsequence("explains", "symptom", "unclear");
    assertThat(changes)
        .anyMatch(c ->
            c.subject().equals("NCCL")
                && c.before().equals("2.20.5")
                && c.after().equals("2.23.4"));
  }

  @Test
  void a_count_that_does_not_fit_the_loss_only_may_explain_it() throws IOException {
    Files.writeString(good.resolve("nccl.log"), log("2.20.5", 8, ""));
    Files.writeString(good.resolve("all_reduce.txt"), table(360));
    Files.writeString(bad.resolve("nccl.log"), log("2.20.5", 4, ""));
    Files.writeString(bad.resolve("all_reduce.txt"), table(20));

    assertThat(changes().getFirst().effect()).isEqualTo("may-explain");
  }

  @Test
  void settings_that_came_and_went_are_told_by_what_they_can_do() throws IOException {
    String set = "node01:10:20 [0] NCCL INFO %s set by environment to %s.%n";
    Files.writeString(
        good.resolve("nccl.log"), log("2.20.5", 8, String.format(set, "NCCL_IB_HCA", "mlx5")));
    Files.writeString(
        bad.resolve("nccl.log"),
        log(
            "2.20.5",
            8,
            String.format(set, "NCCL_DEBUG_FILE", "/x")
                + String.format(set, "NCCL_IB_DISABLE", "1")));
    List<Change> changes = changes();

    assertThat(changes)
        .filteredOn(c -> c.kind().equals("setting"))
        .extracting(Change::subject, Change::before, Change::after, Change::effect)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("NCCL_IB_DISABLE", "", "1", "may-explain"),
            org.assertj.core.groups.Tuple.tuple("NCCL_IB_HCA", "mlx5", "", "may-explain"),
            org.assertj.core.groups.Tuple.tuple("NCCL_DEBUG_FILE", "", "/x", "unclear"));
    assertThat(changes)
        .anyMatch(c -> c.kind().equals("finding") && c.subject().equals("ib-disabled-by-env"));
  }

  @Test
  void equal_runs_have_no_changes() throws IOException {
    Files.writeString(good.resolve("nccl.log"), log("2.20.5", 8, ""));
    Files.writeString(bad.resolve("nccl.log"), log("2.20.5", 8, ""));

    assertThat(changes()).isEmpty();
  }

  @Test
  void more_than_before_is_no_cause() throws IOException {
    Files.writeString(good.resolve("nccl.log"), log("2.20.5", 4, ""));
    Files.writeString(bad.resolve("nccl.log"), log("2.20.5", 8, ""));

    assertThat(changes()).extracting(Change::effect).containsExactly("unlikely");
  }

  @Test
  void every_row_of_the_table_can_be_read() {
    assertThat(KnownChanges.of("setting", "NCCL_IB_DISABLE").weight()).isEqualTo(86);
    assertThat(KnownChanges.of("no such kind", "x").weight()).isEqualTo(10);
  }
}
