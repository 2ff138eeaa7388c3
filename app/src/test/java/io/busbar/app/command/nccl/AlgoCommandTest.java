package io.busbar.app.command.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlgoCommandTest {
  private final TestTerminal terminal = new TestTerminal();

  @TempDir private Path folder;

  private Path exported(String... words) throws IOException {
    Path file = folder.resolve("algo.xml");
    String[] call = new String[words.length + 4];
    call[0] = "algo";
    call[1] = "export";
    System.arraycopy(words, 0, call, 2, words.length);
    call[words.length + 2] = "--out";
    call[words.length + 3] = file.toString();
    assertThat(terminal.run(call)).isZero();
    assertThat(Files.readString(file)).startsWith("<algo name=");
    return file;
  }

  @Test
  void what_is_exported_is_read_proved_played_and_executed() throws IOException {
    String file = exported("halving-doubling", "--ranks", "4").toString();
    assertThat(terminal.run("algo", "prove", file)).isZero();
    assertThat(terminal.out()).contains("Proved: every rank ends").contains("Who holds what");
    assertThat(
            terminal.run(
                "algo",
                "play",
                file,
                "--size",
                "64KiB",
                "--fidelity",
                "message,flow,packet",
                "--execute",
                "--beside",
                "ring"))
        .isZero();
    assertThat(terminal.out()).contains("executed").contains("right").doesNotContain(" wrong");
  }

  @Test
  void a_ring_of_a_file_takes_as_long_as_ours() throws IOException {
    String file = exported("ring", "--ranks", "8").toString();
    assertThat(
            terminal.run(
                "algo",
                "play",
                file,
                "--size",
                "1MiB",
                "--beside",
                "ring",
                "--cluster",
                "dgx-h100:1",
                "--format",
                "json"))
        .isZero();
    assertThat(terminal.out().lines().filter(line -> line.contains("\"bound_s\"")).distinct())
        .hasSize(1);
  }

  @Test
  void a_wrong_algorithm_is_refused_with_the_first_wrong_chunk() throws IOException {
    Path file = exported("ring", "--ranks", "4");
    String text = Files.readString(file);
    Files.writeString(file, text.replaceFirst("type=\"rrcs\"", "type=\"rcs\""));
    assertThat(terminal.run("algo", "prove", file.toString())).isEqualTo(1);
    assertThat(terminal.out()).contains("Refused: it is no all_reduce. GPU ").contains("i[");
    assertThat(terminal.run("algo", "play", file.toString())).isEqualTo(2);
    assertThat(terminal.err()).contains("algo.xml").contains("wanted is block");
  }

  @Test
  void a_plan_of_mscclpp_is_written_shown_and_proved() throws IOException {
    String xml = exported("ring", "--ranks", "8").toString();
    String plan = folder.resolve("plan.json").toString();
    String[] call = {"algo", "export", xml, "--nodes", "2", "--emit", "mscclpp", "--out", plan};
    assertThat(terminal.run(call)).isZero();
    assertThat(terminal.run("algo", "prove", plan)).isZero();
    assertThat(terminal.out()).contains("Proved: every rank ends").contains("every signal");
    assertThat(terminal.run("algo", "show", plan, "--rank", "7")).isZero();
    assertThat(terminal.out()).contains("Operations of rank 7").contains("of rank 0");
    Path wrong = folder.resolve("wrong.json");
    String text = Files.readString(Path.of(plan));
    Files.writeString(wrong, text.replaceFirst("\"wait\"", "\"flush\""));
    assertThat(terminal.run("algo", "prove", wrong.toString())).isEqualTo(1);
    assertThat(terminal.out()).contains("Refused: it is no all_reduce. GPU ");
    assertThat(terminal.run("algo", "play", plan)).isEqualTo(2);
    assertThat(terminal.err()).contains("show or prove");
    assertThat(terminal.run("algo", "export", "ring", "--emit", "msccp")).isEqualTo(2);
    assertThat(terminal.err()).contains("mscclpp");
  }

  @Test
  void ours_are_proved_by_name() {
    assertThat(terminal.run("algo", "prove", "nvls", "--ranks", "8")).isZero();
    assertThat(terminal.out()).contains("Proved");
    assertThat(terminal.run("algo", "show", "tree", "--ranks", "6", "--rank", "5")).isZero();
    assertThat(terminal.out()).contains("Thread blocks of rank 5");
  }

  @Test
  void wrong_calls_say_what_is_expected() {
    assertThat(terminal.run("algo", "prov", "ring")).isEqualTo(2);
    assertThat(terminal.err()).contains("prove");
    assertThat(terminal.run("algo", "show", "rang")).isEqualTo(2);
    assertThat(terminal.err()).contains("rang");
    assertThat(terminal.run("algo", "export", "nvls", "--ranks", "8")).isEqualTo(2);
    assertThat(terminal.err()).contains("no thread blocks");
    assertThat(terminal.run("algo", "play", "ring", "--size", "7", "--fidelity", "closed"))
        .isEqualTo(2);
    assertThat(terminal.err()).contains("--size").contains("--fidelity");
  }
}
