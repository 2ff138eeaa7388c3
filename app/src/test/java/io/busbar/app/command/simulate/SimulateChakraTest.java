package io.busbar.app.command.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import io.busbar.formats.chakra.ChakraNode;
import io.busbar.formats.chakra.ChakraWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateChakraTest {
  private final TestTerminal terminal = new TestTerminal();

  @TempDir private Path folder;

  private String traces(int ranks, long lastBytes) throws IOException {
    for (int rank = 0; rank < ranks; rank++) {
      long bytes = rank == ranks - 1 ? lastBytes : 1 << 20;
      try (OutputStream out = Files.newOutputStream(folder.resolve("step." + rank + ".et"))) {
        ChakraWriter writer = new ChakraWriter(out);
        writer.node(0, "forward", ChakraNode.COMPUTE, 100).onProcessor(false).end();
        writer.node(1, "sum", ChakraNode.COLLECTIVE, 0, 0).collective(0, bytes).end();
        writer.node(2, "backward", ChakraNode.COMPUTE, 50, 0).onProcessor(false).end();
        writer.node(3, "step", ChakraNode.COMPUTE, 10, 1, 2).onProcessor(false).end();
      }
    }
    return folder.resolve("step").toString();
  }

  private int play(String prefix) {
    return terminal.run(
        "simulate",
        "--chakra",
        prefix,
        "--fabric",
        "star:4",
        "--link",
        "100Gb/s",
        "--fidelity",
        "message");
  }

  @Test
  void what_no_computation_hides_is_exposed() throws IOException {
    // A ring of 4 ranks sends 6 times 256 KiB at 12.5 GB/s with 1 us of latency: 131.8 us, beside
    // which 50 us of computing are done.
    assertThat(play(traces(4, 1 << 20))).isZero();
    assertThat(terminal.out())
        .contains("241.8 us")
        .contains("110 us of computing")
        .contains("and 131.8 us of communication that no computation hides");
  }

  @Test
  void ranks_that_do_other_collectives_are_refused() throws IOException {
    assertThat(play(traces(4, 1 << 19))).isEqualTo(2);
    assertThat(terminal.err()).contains("collective 0 of rank 3").contains("the same as of rank 0");
  }

  @Test
  void a_trace_that_is_missing_or_none_says_what_is_expected() throws IOException {
    assertThat(play(folder.resolve("nothing").toString())).isEqualTo(2);
    assertThat(terminal.err()).contains("nothing.0.et, ").contains("two ranks or more");
    String prefix = traces(2, 1 << 20);
    Files.writeString(folder.resolve("step.1.et"), "this is no trace");
    assertThat(play(prefix)).isEqualTo(2);
    assertThat(terminal.err()).contains("step.1.et").contains("byte 0").contains("Chakra");
  }

  @Test
  void groups_of_ranks_are_played_side_by_side() throws IOException {
    for (int rank = 0; rank < 4; rank++) {
      try (OutputStream out = Files.newOutputStream(folder.resolve("step." + rank + ".et"))) {
        ChakraWriter writer = new ChakraWriter(out);
        String group = rank < 2 ? "1" : "2";
        writer.node(0, "sum", ChakraNode.COLLECTIVE, 0).collective(0, 1 << 20).group(group).end();
      }
    }
    String prefix = folder.resolve("step").toString();
    assertThat(play(prefix)).isEqualTo(2);
    assertThat(terminal.err()).contains("pg_name 1").contains("--chakra-groups");
    Files.writeString(folder.resolve("comm_group.json"), "{\"1\": [0, 1], \"2\": [2, 3]}");
    // A ring of two sends twice 512 KiB at 12.5 GB/s with 1 us of latency, all four at once.
    assertThat(play(folder.toString())).isZero();
    assertThat(terminal.out()).contains("85.89 us");
    Files.writeString(folder.resolve("other.json"), "{\"1\": [0, 9], \"2\": 3}");
    String other = folder.resolve("other.json").toString();
    assertThat(terminal.run("simulate", "--chakra", prefix, "--chakra-groups", other)).isEqualTo(2);
    assertThat(terminal.err()).contains("other.json:1:11").contains("a rank below 4");
    assertThat(terminal.err()).contains("a list of ranks");
  }

  @Test
  void a_played_step_is_written_and_played_again() throws IOException {
    String[] plan = {
      "simulate",
      "step",
      "--model",
      "llama3-8b",
      "--cluster",
      "dgx-h100:1",
      "--tp",
      "2",
      "--pp",
      "1",
      "--accumulation",
      "1",
      "--overlap",
      "off",
      "--emit-chakra",
      folder.resolve("out").toString()
    };
    assertThat(terminal.run(plan)).isZero();
    assertThat(terminal.out()).contains("\n  step ");
    assertThat(folder.resolve("out/step.7.et")).exists();
    assertThat(Files.readString(folder.resolve("out/comm_group.json")))
        .isEqualTo("{\n  \"1\": [0, 2, 4, 6],\n  \"2\": [1, 3, 5, 7]\n}\n");
    String traces = folder.resolve("out").toString();
    assertThat(terminal.run("simulate", "--chakra", traces, "--cluster", "dgx-h100:1")).isZero();
    plan[9] = "1";
    plan[11] = "1,2";
    assertThat(terminal.run(plan)).isEqualTo(2);
    assertThat(terminal.err()).contains("--emit-chakra").contains("one step, not a comparison");
  }
}
