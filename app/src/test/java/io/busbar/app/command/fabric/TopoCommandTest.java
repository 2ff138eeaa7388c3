package io.busbar.app.command.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopoCommandTest {
  private static final String FOLDER = "src/test/resources/io/busbar/app/";
  private final TestTerminal terminal = new TestTerminal();
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"topo.xml", "topo.txt", "graph.xml"})
  void every_kind_of_file_is_shown_in_100_columns(String file) {
    assertThat(terminal.run("topo", "show", FOLDER + file)).isEqualTo(0);
    assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void a_node_is_shown_with_findings_matrix_tree_and_picture() {
    assertThat(terminal.run("topo", "show", FOLDER + "topo.xml", "--format", "html")).isEqualTo(0);
    assertThat(terminal.out())
        .contains("gdr-disabled", "nvlink-inactive", "NV17", "Each GPU and its NICs", "<svg");
  }

  @Test
  void rates_are_those_of_the_version_asked_for() {
    assertThat(terminal.run("topo", "show", FOLDER + "topo.xml", "--nccl", "2.18.6")).isEqualTo(0);
    assertThat(terminal.out()).contains("360 GB/s per GPU").contains("NCCL 2.18.6");
  }

  @Test
  void a_cluster_file_made_of_a_node_plans() throws IOException {
    assertThat(terminal.run("topo", "to-cluster", FOLDER + "topo.xml", "--nodes", "4"))
        .isEqualTo(0);
    Path file = Files.writeString(folder.resolve("cluster.yaml"), terminal.out());
    TestTerminal plan = new TestTerminal();

    assertThat(plan.run("plan", "--model", "llama3-8b", "--cluster", file.toString())).isEqualTo(0);
    assertThat(plan.out()).contains("llama3-8b on topo", "The best layouts");
  }

  @Test
  void a_file_written_for_a_virtual_machine_is_shown() throws IOException {
    assertThat(
            terminal.run("topo", "write", "nd-a100-v4", "--cpu", "amd-rome", "--numa-nodes", "4"))
        .isEqualTo(0);
    Path file = folder.resolve("topo.xml");
    Files.write(file, terminal.out().getBytes(StandardCharsets.UTF_8));
    TestTerminal show = new TestTerminal();

    assertThat(show.run("topo", "show", file.toString())).isEqualTo(0);
    assertThat(show.out()).contains("topology-invented-switches").contains("AuthenticAMD 23/49");
  }

  @Test
  void two_nodes_are_compared() {
    assertThat(terminal.run("topo", "diff", FOLDER + "topo.xml", FOLDER + "topo.txt")).isEqualTo(0);
    assertThat(terminal.out()).containsPattern("NVLinks +18 +12");
  }

  @ParameterizedTest
  @CsvSource({
    "topo, ACTION",
    "topo sow topo.xml, did you mean 'show'?",
    "topo diff topo.xml, two files",
    "topo show topo.xml topo.txt, one file",
    "topo show no.xml, an existing file",
    "topo show topo.xml --nccl 2.x, a version of NCCL",
    "topo diff graph.xml topo.xml, graph file",
    "topo to-cluster topo.txt, --gpu",
    "topo to-cluster topo.xml --nodes 0, from 1",
    "topo to-cluster topo.xml --nic-rate 400, 400Gb/s",
    "topo write no-such-node, a node of the catalogue",
    "topo write dgx-h100 --numa-nodes 0, from 1 to 64",
    "topo write dgx-h100 --cpu pentium, one of",
  })
  void wrong_calls_are_answered_with_what_is_expected(String call, String answer) {
    String[] words = call.split(" ");
    for (int i = 0; i < words.length; i++) {
      words[i] = words[i].matches("(topo|graph)\\.(xml|txt)") ? FOLDER + words[i] : words[i];
    }
    assertThat(terminal.run(words)).isEqualTo(2);
    assertThat(terminal.err()).contains(answer);
  }
}
