package io.busbar.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsualNodesTest {
  private static final Position AT = Position.of("--cluster");

  @ParameterizedTest
  @CsvSource({
    "128xH100, dgx-h100:16, 128",
    "128 x h100, dgx-h100:16, 128",
    "h100:1024, dgx-h100:128, 1024",
    "16xdgx-h100, dgx-h100:16, 128",
    "dgx-h100:16, dgx-h100:16, 128",
    "h100, dgx-h100:1, 8",
    "gb200:144, gb200-nvl72:2, 144",
    "a100:64, dgx-a100:8, 64",
    "mi300x:64, mi300x-platform:8, 64",
  })
  void gpus_stand_in_their_usual_nodes(String text, String name, int gpus) {
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(text, AT, problems);
    assertThat(problems.list()).isEmpty();
    assertThat(Objects.requireNonNull(cluster).name()).isEqualTo(name);
    assertThat(cluster.gpus()).isEqualTo(gpus);
  }

  @Test
  void gpus_that_do_not_fill_nodes_are_refused_with_the_nearest_counts() {
    Problems problems = new Problems();
    assertThat(Clusters.parse("100xH100", AT, problems)).isNull();
    assertThat(problems.list())
        .singleElement()
        .asString()
        .contains("--cluster", "'100xH100'", "nodes of 8", "96 or 104");
  }

  @Test
  void an_unknown_gpu_has_no_node() {
    assertThat(UsualNodes.of("h1000")).isNull();
    assertThat(UsualNodes.of("H100")).isEqualTo("dgx-h100");
  }
}
