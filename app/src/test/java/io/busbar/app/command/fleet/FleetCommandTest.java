package io.busbar.app.command.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import org.junit.jupiter.api.Test;

/** What {@code busbar fleet} says without Spark; with it, the tests of the room do. */
class FleetCommandTest {
  private final TestTerminal terminal = new TestTerminal();

  @Test
  void help_needs_no_spark() {
    assertThat(terminal.run("fleet", "--help")).isZero();
    assertThat(terminal.run("fleet", "search", "--help")).isZero();
    assertThat(terminal.out()).contains("--master", "--work", "--tokens", "spark://head:7077");
  }

  @Test
  void without_spark_it_says_how_to_get_it() {
    int code = terminal.run("fleet", "search", "--model", "llama3-8b", "--cluster", "dgx-h100:2");

    assertThat(code).isEqualTo(2);
    assertThat(terminal.err()).contains("a build with Apache Spark", "./busbar fleet");
  }

  @Test
  void what_it_does_not_know_is_answered_with_the_nearest() {
    assertThat(terminal.run("fleet", "serach")).isEqualTo(2);
    assertThat(terminal.err()).contains("did you mean 'search'?");
    assertThat(
            terminal.run(
                "fleet",
                "search",
                "--model",
                "llama3-8b",
                "--cluster",
                "dgx-h100:2",
                "--master",
                "head:7077"))
        .isEqualTo(2);
    assertThat(terminal.err()).contains("--master", "spark://HOST:PORT");
  }
}
