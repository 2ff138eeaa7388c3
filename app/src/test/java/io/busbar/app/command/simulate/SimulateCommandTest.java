package io.busbar.app.command.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulateCommandTest {
  private static final String INCAST =
      "simulate incast --senders 8 --fabric fat-tree:4 --size 1MiB --fidelity packet";

  private static TestTerminal run(String line) {
    return run(0, line);
  }

  private static TestTerminal run(int code, String line) {
    TestTerminal terminal = new TestTerminal();
    assertThat(terminal.run(line.split(" "))).as(terminal.err()).isEqualTo(code);
    return terminal;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        INCAST,
        INCAST + " --fault loss:all:1e-3",
        "simulate incast --fabric fat-tree:4 --size 64KiB --fidelity closed,message,flow,packet",
        "simulate all_reduce --cluster dgx-h100:2 --size 1MiB --algo ring,tree"
            + " --fidelity flow,packet --congestion none,dcqcn,cts,dcqcn-cts,ib",
        "simulate all_reduce --fabric star:8 --size 1MiB --fidelity packet",
        "simulate permutation --fabric ring:4x4 --fidelity packet --congestion none"
            + " --buffer 200kB --size 16MiB",
      })
  void answers_fit_in_100_columns(String line) {
    int code = line.contains("ring:4x4") ? 1 : 0; // a deadlock is no success
    assertThat(run(code, line).out().lines()).allMatch(text -> text.length() <= 100);
  }

  @Test
  void a_run_tells_completion_bound_links_and_queues() {
    assertThat(run(INCAST).out())
        .contains("completion", "times the bound", "8.389 MB into endpoint 0 at 400 Gb/s")
        .contains("pauses", "marks", "drops", "leaf -> endpoint", "leaf 0 -> endpoint 0");
  }

  @Test
  void the_same_seed_gives_the_same_json_but_for_the_processor_time() {
    String line = INCAST + ",flow --routing spray --seed 3 --format json";
    String first = run(line).out();

    assertThat(first).contains("\"schema\": \"busbar/simulate/1\"", "\"link_hops\": ");
    assertThat(withoutTime(run(line).out())).isEqualTo(withoutTime(first));
  }

  @Test
  void a_reproducible_answer_is_the_same_to_the_byte() {
    String line = INCAST + ",flow --routing spray --seed 3 --format json --reproducible";
    String first = run(line).out();

    assertThat(first).contains("\"cpu_s\": null");
    assertThat(run(line).out()).isEqualTo(first);
  }

  private static String withoutTime(String json) {
    return json.replaceAll("\"cpu_s\": [0-9.]+", "");
  }

  @Test
  void a_small_run_has_a_trace() {
    assertThat(run(INCAST + " --format trace").out()).contains("rank 8", "to 0");
  }

  @Test
  void a_deadlock_is_named() {
    String line =
        "simulate permutation --fabric ring:4x4 --fidelity packet --congestion none"
            + " --buffer 200kB --size 16MiB";
    assertThat(run(1, line).out())
        .contains("Deadlock: 4 links wait for each other in a circle", "leaf 0 -> leaf 1");
  }

  @Test
  void wrong_words_are_told_all_at_once_with_the_nearest_name() {
    TestTerminal terminal = new TestTerminal();
    int code = terminal.run("simulate", "incst", "--fabric", "fat-tre:8", "--fidelity", "pakcet");

    assertThat(code).isEqualTo(2);
    assertThat(terminal.err())
        .contains("did you mean 'incast'?", "did you mean 'fat-tree'?", "did you mean 'packet'?")
        .contains("3 problems in the input");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--size", "--algo", "--fidelity", "--routing", "--congestion"})
  void a_list_of_nothing_is_refused(String option) {
    TestTerminal terminal = new TestTerminal();
    int code = terminal.run("simulate", "all_reduce", "--fabric", "star:4", option, ",");

    assertThat(code).isEqualTo(2);
    assertThat(terminal.err()).contains(option + ": read ','", "1 problem in the input");
  }

  @Test
  void without_an_operation_the_other_ways_are_named() {
    TestTerminal terminal = new TestTerminal();
    assertThat(terminal.run("simulate")).isEqualTo(2);
    assertThat(terminal.err())
        .contains("an operation, or --matrix, --goal, --chakra, --workload or --scenario");
  }

  @Test
  void a_page_draws_the_load_of_links() {
    String line = INCAST + " --congestion none,dcqcn --format html";
    assertThat(run(line.replace(",dcqcn", "")).out()).contains("Load of links", "edge k-load4");
    assertThat(run(line).out()).contains("Longest queue over time").doesNotContain("edge k-load4");
  }
}
