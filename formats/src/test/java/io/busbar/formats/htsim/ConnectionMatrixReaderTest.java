package io.busbar.formats.htsim;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.htsim.ConnectionMatrix.Connection;
import io.busbar.formats.htsim.ConnectionMatrix.Failure;
import io.busbar.formats.htsim.ConnectionMatrix.Tier;
import io.busbar.formats.htsim.ConnectionMatrix.Trigger;
import io.busbar.formats.htsim.ConnectionMatrix.TriggerKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionMatrixReaderTest {
  private static final String CHAIN =
      """
      # two steps of a ring
      Nodes 4
      Connections 3
      Triggers 2
      Failures 1
      0->1 id 1 start 0 size 1000000 send_done_trigger 1
      1->2 id 2 trigger 1 size 3000000000 recv_done_trigger 2 prio 7
      2->3 id 3 trigger 2 addon size 5
      trigger id 1 oneshot
      trigger id 2 barrier count 1
      failure switch_type TOR switch_id 0 link_id 3
      """;

  private final Problems problems = new Problems();

  private ConnectionMatrix read(String text) {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  private ConnectionMatrix read(byte[] bytes) {
    try {
      return ConnectionMatrixReader.read("a.cm", new ByteArrayInputStream(bytes), problems);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void connections_triggers_and_failures_are_read() {
    ConnectionMatrix matrix = read(CHAIN);

    assertThat(problems.list()).isEmpty();
    assertThat(matrix.nodes()).isEqualTo(4);
    assertThat(matrix.connections())
        .containsExactly(
            new Connection(6, 0, 1, 1, 0, 0, 1_000_000, 1, 0),
            new Connection(7, 1, 2, 2, -1, 1, 3_000_000_000L, 0, 2),
            new Connection(8, 2, 3, 3, -1, 2, 5, 0, 0));
    assertThat(matrix.triggers())
        .containsExactly(
            new Trigger(9, 1, TriggerKind.ONESHOT, 0), new Trigger(10, 2, TriggerKind.BARRIER, 1));
    assertThat(matrix.failures()).containsExactly(new Failure(11, Tier.TOR, 0, 3));
  }

  @Test
  void a_start_with_a_fraction_loses_it() {
    ConnectionMatrix matrix = read("Nodes 2\nConnections 1\n0->1 start 12.000000 size 9\n");
    assertThat(problems.list()).isEmpty();
    assertThat(matrix.connections().getFirst().startPs()).isEqualTo(12);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0->9 start 0 size 1    | a.cm:3:1  | below 4",
        "0-> start 0 size 1     | a.cm:3:1  | a destination",
        "x->1 start 0 size 1    | a.cm:3:1  | a source",
        "0->1 strat 0 size 1    | a.cm:3:6  | did you mean 'start'?",
        "0->1 size 1            | a.cm:3:1  | a start or a trigger",
        "0->1 start -5 size 1   | a.cm:3:12 | picoseconds",
        "0->1 start 0 size 1e9  | a.cm:3:19 | a whole number",
        "0->1 start 0 size      | a.cm:3:18 | a whole number",
        "0->1 start 0 trigger 1 | a.cm:3:1  | not both",
        "0->1 trigger 5 size 1  | a.cm:3    | the id of a trigger line",
        "trigger id 0 oneshot   | a.cm:3:12 | a whole number from 1",
        "trigger id 1           | a.cm:3:1  | a kind",
        "failure switch_type TOP switch_id 1 link_id 1 | a.cm:3:21 | TOR, AGG or CORE",
        "Conections 4           | a.cm:3:1  | did you mean 'Connections'?",
      })
  void what_is_wrong_is_named_with_its_place(String line, String at, String expected) {
    read("Nodes 4\nConnections 1\n" + line + "\n");

    assertThat(problems.list())
        .extracting(Problem::toString)
        .anySatisfy(text -> assertThat(text).startsWith(at + ": ").contains(expected));
  }

  @Test
  void a_file_that_was_cut_off_is_noticed() {
    read(CHAIN.substring(0, CHAIN.indexOf("2->3")));
    assertThat(problems.list()).isNotEmpty();
  }

  @Test
  void damaged_files_end_in_problems_and_nothing_else() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 400; i++) {
      byte[] bytes = CHAIN.getBytes(StandardCharsets.UTF_8);
      for (int n = random.nextInt(1, 8); n > 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      assertThat(read(java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length)))).isNotNull();
    }
    assertThat(problems.count()).isGreaterThan(100);
  }

  @Test
  void a_line_without_end_is_no_danger() {
    byte[] bytes = new byte[10_000_000];
    java.util.Arrays.fill(bytes, (byte) '7');
    read(bytes);
    assertThat(problems.list()).hasSize(2);
  }
}
