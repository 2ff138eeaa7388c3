package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.diagnose.expect.NcclExpectation;
import io.busbar.diagnose.facts.Facts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What breaks down over one file or in one check never costs the rest of the answer. */
class FaultsTest {
  private static final String DOWN =
      "CA 'mlx5_1'\n\tPort 1:\n\t\tState: Down\n\t\tPhysical state: Polling\n\t\tLink layer: InfiniBand\n";

  @TempDir Path folder;

  @Test
  void a_hostile_pickle_is_skipped_and_the_other_file_still_diagnosed() throws IOException {
    byte[] circle =
        "\u0080\u0004]q\u0000]q\u0001h\u0000aah\u0000h\u0001\u0093."
            .getBytes(StandardCharsets.ISO_8859_1);
    Files.write(folder.resolve("nccl_trace_rank_0"), circle);
    Files.writeString(folder.resolve("port.txt"), DOWN);
    Diagnosis diagnosis = new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(folder));

    assertThat(diagnosis.findings().getFirst().code()).isEqualTo("ib-port-down");
    Diagnosis.Input bad = diagnosis.inputs().getFirst();
    assertThat(bad.kind()).isEqualTo("skipped");
    assertThat(bad.warnings().getFirst()).contains("cannot be read: byte ", "no text");
    assertThat(diagnosis.unread()).isTrue();
    assertThat(DiagnosisReport.of(diagnosis).title()).contains("could not be read");
  }

  @Test
  void what_breaks_down_over_a_file_is_told_with_file_and_reader() throws IOException {
    Guard guard = new Guard();
    guard.reading(
        "a.log",
        "ibstat",
        () -> {
          throw new OutOfMemoryError();
        });
    guard.reading("b.log", "ras", FaultsTest::endless);

    assertThat(guard.faults(new Facts()))
        .containsExactly(
            new Diagnosis.Fault("a.log", 0, "ibstat", "it needs more memory than there is"),
            new Diagnosis.Fault("b.log", 0, "ras", "it is nested too deep for the stack"));
  }

  private static void endless() {
    endless();
  }

  @Test
  void a_check_that_breaks_down_leaves_the_others_alone() {
    Guard guard = new Guard();
    int[] went = {0};
    guard.concluding(
        "check One",
        () -> {
          throw new IllegalStateException();
        });
    guard.concluding("check Two", () -> went[0]++);

    assertThat(went[0]).isEqualTo(1);
    assertThat(guard.faults(new Facts()).getFirst().part()).isEqualTo("check One");
  }
}
