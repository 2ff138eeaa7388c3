package io.busbar.app.command.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulateStepTest {
  private static final String DDP =
      "simulate step --model llama3-8b --cluster dgx-h100:2 --tp 4 --pp 1 --sharding none"
          + " --micro-batch 1 --accumulation 4 --recompute full";

  private static TestTerminal run(String line) {
    TestTerminal terminal = new TestTerminal();
    assertThat(terminal.run(line.split(" "))).as(terminal.err()).isEqualTo(0);
    return terminal;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " --overlap on,off --bucket 1MB,25MB,100MB --no-sync on,off",
        " --fidelity predicted,message,flow",
      })
  void answers_fit_in_100_columns(String more) {
    assertThat(run(DDP + more).out().lines()).allMatch(text -> text.length() <= 100);
  }

  @Test
  void a_step_tells_what_is_hidden_and_shows_it_on_a_timeline() {
    assertThat(run(DDP).out())
        .contains("hidden", "exposed", "all-reduces", "buckets of 26.21 MB")
        .contains("One step", "Last micro-batch", "communication");
  }

  @Test
  void a_trace_has_every_bucket() {
    assertThat(run(DDP + " --format trace").out()).contains("\"bucket 1\"", "\"layer 32\"");
  }

  @Test
  void the_plan_of_the_first_example_is_played() {
    String plan = "../examples/01-plan-llama3-70b/llama3-70b-1024-h100.yaml";
    assertThat(run("simulate step --plan " + plan + " --overlap on,off").out())
        .contains("llama3-70b on dgx-h100:128, DP 32, TP 8, PP 4", "overlap");
  }

  @Test
  void json_has_its_schema() {
    assertThat(run(DDP + " --format json").out())
        .contains("\"schema\": \"busbar/simulate-step/1\"", "\"exposed_s\": ", "\"others\": [ ]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--overlap of|on or off",
        "--bucket 25|a data size such as",
        "--accumulation 0|1 to 4096 micro-batches",
        "--fidelity predcted|did you mean 'predicted'?",
        "--prefetch all|both, forward, backward or none",
        "--no-sync yes|on or off",
      })
  void wrong_values_are_refused(String option, String said) {
    TestTerminal terminal = new TestTerminal();
    String line = DDP.replace("--accumulation 4 ", "") + " " + option;
    assertThat(terminal.run(line.split(" "))).isEqualTo(2);
    assertThat(terminal.err()).contains(said);
  }

  @Test
  void a_plan_without_replicas_has_nothing_to_show() {
    TestTerminal terminal = new TestTerminal();
    String line = "simulate step --model llama3-8b --cluster dgx-h100:1 --tp 8 --pp 1";
    assertThat(terminal.run(line.split(" "))).isEqualTo(2);
    assertThat(terminal.err()).contains("two replicas or more");
  }
}
