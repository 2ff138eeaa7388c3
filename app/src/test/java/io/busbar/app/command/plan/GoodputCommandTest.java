package io.busbar.app.command.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import org.junit.jupiter.api.Test;

class GoodputCommandTest {
  private final TestTerminal terminal = new TestTerminal();

  @Test
  void the_time_with_failures_comes_first_in_100_columns() {
    int code = terminal.run("goodput", "--cluster", "h100:16384", "--work", "48d", "--spares", "9");

    assertThat(code).isZero();
    assertThat(terminal.out().lines().skip(3).findFirst().orElseThrow())
        .contains("days instead of 48.0 days: goodput");
    assertThat(terminal.out())
        .contains("one spare node more", "What interrupts it", "Meta RSC-1", "9 of 10 took");
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void a_seed_gives_the_same_answer_as_json() {
    String[] call = {
      "goodput", "--cluster", "dgx-h100:64", "--work", "20d", "--format", "json", "--seed", "5"
    };
    assertThat(terminal.run(call)).isZero();
    TestTerminal again = new TestTerminal();
    again.run(call);

    assertThat(terminal.out()).isEqualTo(again.out()).contains("\"train_s\"", "\"played\"");
  }

  @Test
  void a_job_that_hardly_gets_on_is_answered_without_playing_it() {
    int code =
        terminal.run(
            "goodput",
            "--cluster",
            "h100:100000",
            "--work",
            "100d",
            "--restart",
            "10h",
            "--gpu-hours",
            "3000");

    assertThat(code).isZero();
    assertThat(terminal.out()).contains("goodput").doesNotContain("9 of 10 took");
  }

  @Test
  void everything_wrong_is_told_at_once() {
    int code =
        terminal.run(
            "goodput",
            "--cluster",
            "dgx-h100:0",
            "--work",
            "3x",
            "--spares",
            "-1",
            "--slowdown",
            "5");

    assertThat(code).isEqualTo(2);
    assertThat(terminal.err())
        .contains("--cluster: read '0'", "3x", "--spares", "--slowdown", "4 problems");
  }
}
