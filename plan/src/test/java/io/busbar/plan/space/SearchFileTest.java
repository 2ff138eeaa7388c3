package io.busbar.plan.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.busbar.base.problem.InputException;
import io.busbar.base.quantity.Money;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.plan.Times;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SearchFileTest {
  private static final int MANY = 200_000;

  @Test
  void very_many_unknown_keys_are_the_first_twenty_and_a_count() {
    InputException e = refused(many(tree("{model: llama3-8b, cluster: 'dgx-h100:2'}")));

    assertThat(e.count()).isEqualTo(MANY);
    assertThat(e.problems()).hasSize(20);
    assertThat(e.problems().getFirst().key()).isEqualTo("k0");
  }

  @Test
  void very_many_unknown_keys_inside_are_read_once_for_all_clusters() {
    Tree.Mapping root = tree("{model: llama3-8b, cluster: ['dgx-h100:1..2000+1']}");
    InputException e = refused(root.with("batch", many(tree("{}"))));

    assertThat(e.count()).isEqualTo(MANY);
    assertThat(e.problems()).hasSize(20);
  }

  @Test
  void a_problem_of_all_frames_is_told_once() {
    InputException e =
        refused(tree("{model: llama3-8b, cluster: ['dgx-h100:1..8'], batch: {sequense: 8192}}"));

    assertThat(e.problems()).hasSize(1);
    assertThat(e.count()).isEqualTo(1);
    assertThat(e.getMessage()).contains("did you mean 'sequence'?");
  }

  @Test
  void a_misspelt_key_gets_the_nearest_of_a_search_and_of_a_plan() {
    assertThat(refused(tree("{model: llama3-8b, fabrik: [x], clustr: 'dgx-h100:2'}")).getMessage())
        .contains("did you mean 'fabric'?", "did you mean 'cluster'?");
  }

  /** A mapping with very many keys that nothing knows. */
  private static Tree.Mapping many(Tree.Mapping mapping) {
    Map<String, Tree.Entry> entries = new LinkedHashMap<>(mapping.entries());
    Tree value = new Tree.Scalar(mapping.at(), "1", false);
    for (int i = 0; i < MANY; i++) {
      entries.put("k" + i, new Tree.Entry(mapping.at(), value));
    }
    return new Tree.Mapping(mapping.at(), entries);
  }

  private static Tree.Mapping tree(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return (Tree.Mapping) TreeReader.parse("search.yaml", bytes);
  }

  private static InputException refused(Tree root) {
    ClusterTerms terms = new ClusterTerms(Money.ofDollars(2), 1400, Money.ofDollars(0));
    return catchThrowableOfType(
        InputException.class, () -> SearchFile.of(root, Times.NCCL, cluster -> terms));
  }
}
