package io.busbar.app.command.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import io.busbar.formats.chakra.ChakraNode;
import io.busbar.formats.chakra.ChakraWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateAstraTest {
  private static final String RING =
      "topology: [ Ring ]\nnpus_count: [ 4 ]\nbandwidth: [ 50.0 ]  # GB/s\nlatency: [ 500.0 ]\n";

  private final TestTerminal terminal = new TestTerminal();

  @TempDir private Path folder;

  @BeforeEach
  void traces() throws IOException {
    for (int rank = 0; rank < 4; rank++) {
      try (OutputStream out = Files.newOutputStream(folder.resolve("sum." + rank + ".et"))) {
        new ChakraWriter(out).node(0, "sum", ChakraNode.COLLECTIVE, 0).collective(0, 4 << 20).end();
      }
    }
  }

  private int play(String network, String system) throws IOException {
    Files.writeString(folder.resolve("net.yml"), network);
    Files.writeString(folder.resolve("system.json"), system);
    return terminal.run(
        "simulate",
        "--chakra",
        folder.toString(),
        "--topo",
        folder.resolve("net.yml").toString(),
        "--astra-system",
        folder.resolve("system.json").toString(),
        "--fidelity",
        "message");
  }

  @ParameterizedTest
  @CsvSource({
    // 6 steps of 1 MiB at 50·2^30 B/s, 19.53 us, and 500 ns.
    "ring, 1, 1, 120.2 us",
    // Four parts one after the other have 24 latencies.
    "ring, 4, 1, 129.2 us",
    // Two at a time: the latencies of one hide behind the bytes of the other, but for the last.
    "ring, 4, 2, 117.7 us",
    // 2, 1, 1, 2 MiB; the neighbour at distance 2 is 2 links away.
    "halvingDoubling, 1, 1, 120.2 us"
  })
  void an_algorithm_and_its_parts_take_what_a_hand_reckons(
      String algorithm, int splits, int active, String time) throws IOException {
    String system =
        """
        {"all-reduce-implementation": ["%s"], "preferred-dataset-splits": %d,
         "active-chunks-per-dimension": %d, "endpoint-delay": 10}\
        """
            .formatted(algorithm, splits, active);
    assertThat(play(RING, system)).isZero();
    assertThat(terminal.out()).contains(time).contains("not endpoint-delay");
  }

  @Test
  void everything_that_is_wrong_is_told_with_its_place() throws IOException {
    String network = RING.replace("Ring", "Rings").replace("500.0", "-1");
    String system = "{\"all-reduce-implementation\": [\"tree\"], \"preferred-dataset-splits\": 0}";
    assertThat(play(network, "{}")).isEqualTo(2);
    assertThat(terminal.err()).contains("net.yml:1:13").contains("did you mean 'Ring'");
    assertThat(terminal.err()).contains("net.yml:4:12").contains("a number from 0");
    assertThat(play(RING.replace("[ 50.0 ]", "[ 50, 50 ]"), "{}")).isEqualTo(2);
    assertThat(terminal.err()).contains("net.yml:3:").contains("1, one for each dimension");
    assertThat(play(RING, system)).isEqualTo(2);
    assertThat(terminal.err()).contains("system.json:1:32").contains("doubleBinaryTree");
    assertThat(terminal.err()).contains("system.json:1:").contains("1 to 1024");
    String tree = "{\"all-reduce-implementation\": [\"doubleBinaryTree\"]}";
    assertThat(play(RING, tree)).isEqualTo(2);
    assertThat(terminal.err()).contains("ring, direct or halvingDoubling");
  }

  @Test
  void engines_agree_on_a_torus_without_congestion() throws IOException {
    Files.writeString(
        folder.resolve("torus.yml"),
        "topology: [ Ring, Ring ]\nnpus_count: [ 4, 3 ]\nbandwidth: [ 50, 50 ]\nlatency: [ 500, 500 ]\n");
    String torus = folder.resolve("torus.yml").toString();
    assertThat(
            terminal.run(
                "simulate",
                "permutation",
                "--topo",
                torus,
                "--size",
                "1MiB",
                "--fidelity",
                "flow,packet",
                "--congestion",
                "none"))
        .isZero();
    assertThat(terminal.out()).contains("12 ranks on torus.yml");
  }
}
