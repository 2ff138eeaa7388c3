package io.busbar.app.command.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DesignCommandTest {
  private static final String SMALL = "design --gpus 1024 --node dgx-h100";

  private static TestTerminal run(String line) {
    TestTerminal terminal = new TestTerminal();
    assertThat(terminal.run(line.split(" "))).as(terminal.err()).isEqualTo(0);
    return terminal;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SMALL,
        SMALL + " --compare ib,roce",
        "design --gpus 65536 --node dgx-h100 --topology rail-only",
        "design --gpus 20000 --node gb200-nvl72 --topology nvl-rail",
        "design --gpus 8192 --node dgx-b300 --switch sn5610 --topology multi-plane",
        "design --gpus 10000 --node dgx-h100 --topology dragonfly+ --growth 20000",
        "design --budget 80M --node dgx-h100 --oversubscription 2:1",
      })
  void answers_fit_in_100_columns(String line) {
    assertThat(run(line).out().lines()).allMatch(text -> text.length() <= 100);
  }

  @Test
  void json_has_the_counts_at_the_top_as_whole_numbers() {
    assertThat(run("design --gpus 8192 --node dgx-h100 --format json").out())
        .contains("\"schema\": \"busbar/design/1\"")
        .contains("\n  \"leaf_switches\": 256,")
        .contains("\n  \"spine_switches\": 256,")
        .contains("\n  \"core_switches\": 128,")
        .contains("\n  \"node_leaf_cables\": 8192,")
        .contains("\n  \"leaf_spine_cables\": 8192,")
        .contains("\n  \"spine_core_cables\": 8192,");
  }

  @Test
  void html_draws_ten_thousand_gpus_with_their_rails() {
    assertThat(run("design --gpus 10000 --node dgx-h100 --format html").out())
        .contains("<svg", "pod 10 of 10: 4 units", "core 256", ">r8<", "each leaf to each spine")
        .hasSizeLessThan(200_000);
  }

  @Test
  void a_decision_is_a_markdown_record_with_its_assumptions() {
    assertThat(run(SMALL + " --compare ib,roce --emit markdown").out())
        .startsWith("# rail-fat-tree of 1,024 GPUs")
        .contains("## Decision", "## Every assumption", "## What would turn it")
        .contains("| switch unit cost |", "SHARP");
  }

  @Test
  void wrong_input_ends_with_code_2_and_names_every_problem() {
    TestTerminal terminal = new TestTerminal();
    String line = "design --gpus=-1 --node dgx-h10 --topology ring --switch qm";
    assertThat(terminal.run(line.split(" "))).isEqualTo(2);
    assertThat(terminal.err())
        .contains("--gpus", "did you mean 'dgx-h100'?", "--topology", "--switch")
        .contains("4 problems");
  }

  @Test
  void a_missing_price_file_is_told() {
    TestTerminal terminal = new TestTerminal();
    assertThat(terminal.run((SMALL + " --prices no-such.yaml").split(" "))).isEqualTo(2);
    assertThat(terminal.err()).contains("no-such.yaml");
  }
}
