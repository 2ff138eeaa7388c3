package io.busbar.formats.simai;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.simai.NodeGraphFile.Link;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeGraphReaderTest {
  private static final String TWO_GPUS =
      """
      4 2 1 1 4 H100
      2 3
      0 3 400Gbps 0.0005ms 0
      1 3 400Gbps 500ns 0
      0 2 2880Gbps 0.000025ms 0
      1 2 2880Gbps 0.000025ms 1e-5
      """;

  private final Problems problems = new Problems();

  private NodeGraphFile read(String text) {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  private NodeGraphFile read(byte[] bytes) {
    try {
      return NodeGraphReader.read("t.txt", new ByteArrayInputStream(bytes), problems);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void gpus_switches_and_links_are_read() {
    NodeGraphFile file = read(TWO_GPUS);

    assertThat(problems.list()).isEmpty();
    assertThat(file.nodes()).isEqualTo(4);
    assertThat(file.gpusPerServer()).isEqualTo(2);
    assertThat(file.nvSwitches()).isOne();
    assertThat(file.gpuType()).isEqualTo("H100");
    assertThat(file.switches()).containsExactly(2, 3);
    assertThat(file.links())
        .hasSize(4)
        .contains(new Link(3, 0, 3, 400e9, 0.0005 * 1e-3, 0))
        .contains(new Link(6, 1, 2, 2880e9, 0.000025 * 1e-3, 1e-5));
  }

  @Test
  void the_older_form_has_three_words() {
    NodeGraphFile file = read("3 1 2\n2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n");

    assertThat(problems.list()).isEmpty();
    assertThat(file.gpuType()).isEmpty();
    assertThat(file.switches()).containsExactly(2);
    assertThat(file.links()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "400Gbps 500ns, 400Gb/s 500ns, t.txt:4:5, a rate such as",
    "400Gbps 500ns, 400Gbps 500, t.txt:4:13, a delay such as",
    "1e-5, 2, t.txt:6:25, from 0 to 1",
    "1 3 400Gbps, 1 7 400Gbps, t.txt:4:3, from 0 to 3",
    "1 3 400Gbps, 1 1 400Gbps, t.txt:4:1, two different nodes",
    "2 3;0, 2;0, t.txt:2:1, as line 1 says",
    "2 3;0, 2 2;0, t.txt:2:3, each switch once",
    "4 2 1 1 4 H100, 4 2, t.txt:1:1, nodes and switches",
    "4 2 1 1 4 H100, 4 2 1 9 4 H100, t.txt:1:1, no more than the 4 nodes",
    "4 2 1 1 4 H100, 4 2 1 1 3 H100, t.txt:6:1, no more than the 3 links",
    "4 2 1 1 4 H100, 4 2 1 1 9 H100, t.txt, as many as there are",
  })
  void what_is_wrong_is_named_with_its_place(
      String part, String instead, String at, String expected) {
    read(TWO_GPUS.replace(part.replace(';', '\n'), instead.replace(';', '\n')));

    assertThat(problems.list())
        .extracting(Problem::toString)
        .anySatisfy(text ->
            assertThat(text)
                .startsWith(at + ": ")
                .contains(expected.equals("nodes and switches") ? "links" : expected));
  }

  @Test
  void damaged_files_end_in_problems_and_nothing_else() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 400; i++) {
      byte[] bytes = TWO_GPUS.getBytes(StandardCharsets.UTF_8);
      for (int n = random.nextInt(1, 8); n > 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      assertThat(read(java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length)))).isNotNull();
    }
    assertThat(problems.count()).isGreaterThan(100);
  }

  @Test
  void a_header_that_promises_too_much_takes_no_memory() {
    read("999999999999 8 0 1 99 H100\n");
    read("3999999 8 0 3999999 7999999 H100\n1 2 3\n");
    assertThat(problems.list()).isNotEmpty();
  }
}
