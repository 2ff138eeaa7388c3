package io.busbar.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PerLayerTest {
  private static ConfigFields config(String json, Problems problems) {
    Tree tree = TreeReader.parse("config.json", json.getBytes(StandardCharsets.UTF_8));
    return new ConfigFields((Tree.Mapping) tree, "", problems);
  }

  @Test
  void a_number_counts_for_all_layers_and_a_list_for_each() {
    Problems problems = new Problems();
    PerLayer same = PerLayer.read(config("{\"k\": 6}", problems), "k", 3, 1);
    PerLayer each = PerLayer.read(config("{\"k\": [8, 6, 4]}", problems), "k", 3, 1);
    PerLayer none = PerLayer.read(config("{}", problems), "k", 3, 1);
    assertThat(problems.any()).isFalse();
    assertThat(same.at(2)).isEqualTo(6);
    assertThat(each.at(2)).isEqualTo(4);
    assertThat(none.at(0)).isEqualTo(1);
  }

  @Test
  void a_list_of_another_length_is_a_problem() {
    Problems problems = new Problems();
    PerLayer.read(config("{\"k\": [8, 6]}", problems), "k", 3, 1);
    assertThat(problems.list()).singleElement().asString().contains("3 layers", "2 entries");
  }
}
