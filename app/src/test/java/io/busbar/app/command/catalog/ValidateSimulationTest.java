package io.busbar.app.command.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidateSimulationTest {
  private final TestTerminal terminal = new TestTerminal();

  @Test
  void rows_of_a_topic_are_played_and_judged() {
    assertThat(terminal.run("validate", "simulation", "--only", "dcqcn")).isEqualTo(0);
    assertThat(terminal.out())
        .contains("rate-step-1", "30 Gb/s", "held", "not played", "slow; --all plays them");
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "simulation runs.csv | no file for simulation",
        "simulation --only dcqnc | did you mean 'dcqcn'?",
        "simulation --cluster dgx-h100:2 | it belongs to collectives",
        "training --all runs.csv | it belongs to simulation",
        "collectives | a file or directory for collectives",
        "simulatoin | did you mean 'simulation'?",
      })
  void what_does_not_belong_together_is_refused(String words, String expected) {
    assertThat(terminal.run(("validate " + words).split(" "))).isEqualTo(2);
    assertThat(terminal.err()).contains(expected);
  }
}
