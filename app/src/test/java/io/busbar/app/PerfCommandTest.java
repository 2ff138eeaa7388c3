package io.busbar.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PerfCommandTest {
  private final TestTerminal terminal = new TestTerminal();

  @Test
  void a_measurement_has_the_columns_of_nccl_tests_and_the_limits() {
    assertThat(terminal.run("perf", "all_reduce", "--ranks", "2", "-b", "8", "-e", "64", "-n", "5"))
        .isEqualTo(0);
    assertThat(terminal.out())
        .contains("all_reduce over 2 threads of this host, local")
        .contains("size B", "busbw", "#wrong", "% limit", "one way between ranks 0 and 1");
    assertThat(terminal.out().lines().mapToInt(String::length).max().orElse(0))
        .isLessThanOrEqualTo(100);
  }

  @Test
  void an_algorithm_that_does_not_do_the_operation_is_refused() {
    assertThat(terminal.run("perf", "alltoall", "--algo", "rign")).isEqualTo(2);
    assertThat(terminal.err()).contains("--algo").contains("pairwise");
  }

  @Test
  void a_root_outside_the_group_is_refused() {
    assertThat(terminal.run("perf", "reduce", "--ranks", "2", "-r", "2")).isEqualTo(2);
    assertThat(terminal.err()).contains("0 to 1");
  }

  @Test
  void aggregators_are_for_ranks_over_tcp() {
    assertThat(terminal.run("perf", "all_reduce", "--algo", "aggregator")).isEqualTo(2);
    assertThat(terminal.err()).contains("--algo").contains("--transport tcp");
    assertThat(terminal.run("perf", "all_reduce", "--aggregators", "2")).isEqualTo(2);
    assertThat(terminal.err()).contains("--algo aggregator");
    assertThat(terminal.run("perf", "alltoall", "--algo", "aggregator")).isEqualTo(2);
  }
}
