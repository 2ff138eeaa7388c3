package io.busbar.nccl.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NcclVersionTest {

  @ParameterizedTest
  @CsvSource({
    "2.27.7, 2.27.7",
    "2.27.7-1, 2.27.7",
    "2.27.7+cuda12.9, 2.27.7",
    "2.27.7-1+cuda12.9, 2.27.7",
    "v2.18.3-1, 2.18.3",
    "2.27, 2.27.7",
    "2.99, 2.99.0",
  })
  void what_logs_and_packages_write_is_read(String text, String expected) {
    assertThat(NcclVersion.find(text)).hasValueSatisfying(v -> assertThat(v).hasToString(expected));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two", "2", "2.27.7.1", "2.27.7 beta", "-2.27.7", "2.9999.1"})
  void other_texts_are_no_versions(String text) {
    Problems problems = new Problems();

    assertThat(NcclVersion.parse(text, Position.of("--nccl"), problems)).isEmpty();
    assertThat(problems.list()).hasSize(1);
  }

  @Test
  void a_problem_names_the_nearest_known_version() {
    Problems problems = new Problems();
    NcclVersion.parse("2.27.x7", Position.of("--nccl"), problems);

    assertThat(problems.list().getFirst())
        .hasToString(
            "--nccl: read '2.27.x7', expected a version of NCCL such as 2.30.7;"
                + " did you mean '2.27.7'?");
  }

  @Test
  void versions_are_ordered_by_their_numbers() {
    assertThat(NcclVersion.of(2, 9, 9)).isLessThan(NcclVersion.of(2, 18, 1));
    assertThat(NcclVersion.known()).isSorted();
  }

  @Test
  void the_nearest_release_is_the_newest_that_is_not_newer_else_the_oldest() {
    List<NcclVersion> releases = List.of(NcclVersion.of(2, 18, 6), NcclVersion.of(2, 22, 3));

    assertThat(NcclVersion.of(2, 22, 2).nearest(releases)).hasToString("2.18.6");
    assertThat(NcclVersion.of(2, 30, 0).nearest(releases)).hasToString("2.22.3");
    assertThat(NcclVersion.of(2, 4, 8).nearest(releases)).hasToString("2.18.6");
  }
}
