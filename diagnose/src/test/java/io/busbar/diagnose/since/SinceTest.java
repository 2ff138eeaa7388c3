package io.busbar.diagnose.since;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.diagnose.Diagnoser;
import io.busbar.diagnose.Diagnosis;
import io.busbar.diagnose.expect.NcclExpectation;
import io.busbar.formats.times.LogTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SinceTest {
  private static final String LOG =
      """
      [Wed May  1 10:00:00 2024] NVRM: Xid (PCI:0000:dc:00): 79, pid=1, GPU has fallen off the bus.
      [Wed May  1 12:00:00 2024] mlx5_core 0000:1b:00.0: nothing of interest
      """;

  @TempDir Path folder;

  private List<String> codes(String since) throws IOException {
    Path file = Files.writeString(folder.resolve("dmesg.log"), LOG);
    LogTime after = Since.parse(since).after(NewestTime.of(List.of(file)));
    return new Diagnoser(NcclExpectation.inferred(), after)
        .diagnose(List.of(file)).findings().stream().map(Diagnosis.Cause::code).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-05-01", "2024-05-01T09:59:59", "2024-05-01 09:00", "3h", "09:30"})
  void lines_after_the_time_count(String since) throws IOException {
    assertThat(codes(since)).containsExactly("gpu-fallen-off-bus");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2024-05-02", "2024-05-01T10:00:00", "90min", "10:30", "2024-05-01T10:00Z"})
  void older_lines_do_not(String since) throws IOException {
    assertThat(codes(since)).isEmpty();
  }

  @Test
  void how_many_lines_were_passed_over_is_said() throws IOException {
    Path file = Files.writeString(folder.resolve("dmesg.log"), LOG);
    LogTime after = Since.parse("2025-01-01").after(null);
    Diagnosis diagnosis = new Diagnoser(NcclExpectation.inferred(), after).diagnose(List.of(file));

    assertThat(diagnosis.inputs().getFirst().warnings().toString())
        .contains("not after 2025-01-01 00:00:00");
  }

  @Test
  void lines_without_a_time_stay() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("dmesg.log"), "[123.456] NVRM: Xid (PCI:0000:dc:00): 79, pid=1, x\n");
    LogTime after = Since.parse("2025-01-01").after(null);

    assertThat(new Diagnoser(NcclExpectation.inferred(), after).diagnose(List.of(file)).findings())
        .isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"yesterday", "2024-13-01", "2", "25:00"})
  void other_texts_are_refused_with_what_is_understood(String text) {
    assertThatThrownBy(() -> Since.parse(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("2h");
  }

  @Test
  void files_without_times_have_no_newest_one() throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), "nothing\n");

    assertThat(NewestTime.of(List.of(file))).isNull();
    assertThat(Since.parse("2h").after(null)).isNull();
  }

  @Test
  void the_newest_time_is_found_over_all_files() throws IOException {
    Path a = Files.writeString(folder.resolve("a.txt"), "2024-05-01 12:00:00 x\n");
    Path b =
        Files.writeString(folder.resolve("b.txt"), "2024-05-03 12:00:00 x\nMay  2 13:00:00 y\n");
    LogTime newest = NewestTime.of(List.of(a, b));

    assertThat(newest).isEqualTo(new LogTime(LocalDateTime.of(2024, 5, 3, 12, 0), null));
  }
}
