package io.busbar.formats.htsim;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.htsim.FatTreeFile.TierOfTree;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FatTreeFileReaderTest {
  private static final String LEAF_SPINE =
      """
      # leaves of 8, 4:1
      Nodes 32
      Tiers 2
      Podsize 32

      Tier 0
      Downlink_speed_Gbps 100
      Radix_Down 8
      Radix_Up 2
      Downlink_Latency_ns 1000
      Switch_Latency_ns 0
      Oversubscribed 4

      Tier 1
      Downlink_speed_Gbps 100
      Radix_Down 4
      Downlink_Latency_ns 500
      """;

  private final Problems problems = new Problems();

  private FatTreeFile read(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return FatTreeFileReader.read("a.topo", new ByteArrayInputStream(bytes), problems);
  }

  @Test
  void tiers_are_read() throws IOException {
    FatTreeFile file = read(LEAF_SPINE);

    assertThat(problems.list()).isEmpty();
    assertThat(file.nodes()).isEqualTo(32);
    assertThat(file.podSize()).isEqualTo(32);
    assertThat(file.tiers())
        .containsExactly(
            new TierOfTree(100, 8, 2, 4, 1, 1000, 0, 0, 0),
            new TierOfTree(100, 4, 0, 0, 1, 500, 0, 0, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "Radix_Down 8, Radix_Don 8, a.topo:8:1, did you mean 'radix_down'?",
    "Tier 1, Tier 5, a.topo:14:6, in order",
    "Tiers 2, Tiers 3, a.topo, 2 or 3",
    "Nodes 32, Nodes many, a.topo:2:7, a number",
    "Nodes 32, Radix_Up 3, a.topo:2:1, a line 'Tier 0'",
    "Radix_Down 4, '', a.topo, above 0 in tier 1",
  })
  void what_is_wrong_is_named_with_its_place(
      String line, String instead, String at, String expected) throws IOException {
    read(LEAF_SPINE.replace(line, instead));

    assertThat(problems.list())
        .extracting(Problem::toString)
        .anySatisfy(text -> assertThat(text).startsWith(at + ": ").contains(expected));
  }

  @Test
  void an_empty_file_says_what_is_missing() throws IOException {
    read("");
    assertThat(problems.count()).isEqualTo(3);
  }
}
