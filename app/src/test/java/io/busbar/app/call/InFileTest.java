package io.busbar.app.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InFileTest {
  private final TestTerminal terminal = new TestTerminal();

  @Test
  void a_name_that_no_file_can_have_is_wrong_input() {
    assertThat(terminal.run("plan", "a\0b")).isEqualTo(2);
    assertThat(terminal.run("validate", "training", "a\0b")).isEqualTo(2);
    assertThat(terminal.run("scaling", "--measured", "8=1tok/s,16=2tok/s", "--plan", "a\0b"))
        .isEqualTo(2);
    assertThat(terminal.err()).contains("FILE: read 'a?b', expected the name of a file");
  }

  @Test
  void a_dash_is_answered_with_what_standard_input_is_called() {
    assertThatThrownBy(() -> InFile.of("-", "FILE"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("standard input is called /dev/stdin");
  }

  @Test
  void the_cluster_file_to_start_from_can_be_planned_on(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("cluster.yaml");
    assertThat(terminal.run("init", "cluster", "--out", file.toString())).isZero();
    assertThat(Files.readString(file)).contains("node: dgx-h100");

    String plan = "plan --model llama3-8b --tp 8 --pp 1 --cluster " + file;
    assertThat(terminal.run(plan.split(" "))).as(terminal.err()).isZero();
  }
}
