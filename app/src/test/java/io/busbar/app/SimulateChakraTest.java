package io.busbar.app;

import static org.assertj.core.api.Assertions.assertThat;

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
}
