package io.busbar.app.command.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.app.call.TestTerminal;
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
  void a_single_element_is_measured() {
    assertThat(terminal.run("perf", "all_reduce", "--ranks", "3", "-b", "4", "-e", "4", "-n", "1"))
        .isEqualTo(0);
    assertThat(terminal.out()).contains("all_reduce over 3 threads");
  }

  @Test
  void a_size_for_which_there_is_no_room_is_refused() {
    long most = Runtime.getRuntime().maxMemory() / 64 / 2 >> 20;
    assumeTrue(most < 4096, "a JVM that may have half a terabyte");
    assertThat(terminal.run("perf", "all_reduce", "--ranks", "64", "-b", "4G", "-e", "4G"))
        .isEqualTo(2);
    assertThat(terminal.err()).contains("at most " + most + "M for 64 ranks over local");
  }

  @Test
  void memory_is_not_shared_over_tcp() {
    assertThat(terminal.run("perf", "all_reduce", "--transport", "tcp", "--algo", "shared"))
        .isEqualTo(2);
    assertThat(terminal.err()).contains("do not see each other's memory");
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
