package io.busbar.app.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.simulate.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptsTest {
  private static final String CHAIN =
      """
      Nodes 4
      Connections 2
      Triggers 1
      0->1 id 1 start 2000000 size 1000 recv_done_trigger 1
      1->2 id 2 trigger 1 size 2000
      trigger id 1 oneshot
      """;

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("traffic.txt"), text);
  }

  @Test
  void a_connection_matrix_has_starts_and_triggers() throws IOException {
    Program program = Scripts.matrix(file(CHAIN)).program();

    assertThat(program.ranks()).isEqualTo(4);
    assertThat(program.kind(0)).isEqualTo(Program.Kind.GATE);
    assertThat(program.startPs(1)).isEqualTo(2_000_000);
    assertThat(program.amount(2)).isEqualTo(2000);
  }

  @Test
  void a_table_of_bytes_sends_what_is_not_zero() throws IOException {
    Program program = Scripts.matrix(file("# two\n0, 64KiB\n7 0\n")).program();

    assertThat(program.ranks()).isEqualTo(2);
    assertThat(program.size()).isEqualTo(2);
    assertThat(program.amount(0)).isEqualTo(65536);
    assertThat(program.amount(1)).isEqualTo(7);
  }

  @Test
  void a_goal_schedule_has_tasks_and_waits() throws IOException {
    String text =
        """
        num_ranks 2
        rank 0 {
        l1: calc 100
        l2: send 8b to 1 tag 3
        l2 requires l1
        }
        rank 1 {
        l1: recv 8b from 0 tag 3
        }
        """;
    Program program = Scripts.goal(file(text)).program();

    assertThat(program.size()).isEqualTo(3);
    assertThat(program.amount(0)).isEqualTo(100_000);
    assertThat(program.kind(2)).isEqualTo(Program.Kind.RECEIVE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "size 1000|size 0|flows without end",
        "0->1|1->1|two different hosts",
        "Connections 2|Connections 3|cut off",
      })
  void a_matrix_that_cannot_be_played_is_refused(String words, String instead, String said)
      throws IOException {
    Path file = file(CHAIN.replaceFirst(words, instead));
    assertThatThrownBy(() -> Scripts.matrix(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 1;1|2 cells in each row",
        "0 x;1 0|bytes, such as",
        "5 1;1 0|no rank sends to itself",
        "0|2 to 4096 rows",
        "0 -1;1 0|bytes, such as",
      })
  void a_table_that_is_no_square_of_bytes_is_refused(String rows, String said) throws IOException {
    Path file = file(rows.replace(';', '\n'));
    assertThatThrownBy(() -> Scripts.matrix(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(said);
  }

  @Test
  void a_missing_file_is_a_problem_of_the_input() {
    assertThatThrownBy(() -> Scripts.goal(folder.resolve("none.goal")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("an existing file");
  }
}
