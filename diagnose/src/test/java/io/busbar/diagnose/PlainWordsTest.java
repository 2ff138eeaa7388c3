package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.Diagnosis.Cause;
import io.busbar.diagnose.expect.NcclExpectation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines that no rule and no message knows, of our own making. */
class PlainWordsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-01-05 10:11:12 ERROR trainer: failed: gpu 3 is no longer detected | gpu-fallen-off-bus",
        "2026-01-05 10:11:12 ERROR trainer: nvlink 3 of gpu 2 is down | nvlink-inactive",
        "2026-01-05 10:11:12 ERROR trainer: failed to open the IMEX channel | imex-channel-missing",
      })
  void what_a_line_says_in_plain_words_is_a_warning_of_low_confidence(String line, String code)
      throws IOException {
    assertThat(findings(line))
        .anySatisfy(finding -> {
          assertThat(finding.code()).isEqualTo(code);
          assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-01-05 10:11:12 INFO trainer: fabric manager is running | fabric-manager-not-running",
        "2026-01-05 10:11:12 INFO trainer: all nvlinks are up | nvlink-inactive",
        "2026-01-05 ERROR x: step failed. Please check that no nvlink is down | nvlink-inactive",
      })
  void neither_what_is_well_nor_advice_names_a_cause(String line, String code) throws IOException {
    assertThat(findings(line)).extracting(f -> f.code()).doesNotContain(code);
  }

  private List<Cause> findings(String line) throws IOException {
    Path log = folder.resolve("a.log");
    Files.writeString(log, line + "\n");
    return new Diagnoser(NcclExpectation.inferred()).diagnose(List.of(log)).findings();
  }
}
