package io.busbar.plan.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Money;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.Planned;
import io.busbar.plan.Planner;
import io.busbar.plan.Times;
import io.busbar.plan.input.PlanFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpaceTest {
  private static final String DENSE =
      """
      model: llama3-70b
      cluster: ["dgx-h100:8..32", "dgx-a100:16"]
      fabric: [usual, "2:1"]
      parallelism: {tp: [1, 2, 4, 8], pp: [1, 2, 4, 5, 8], virtual_stages: [1, 2, 5], cp: [1, 2]}
      batch: {sequence: 8192, micro_batch: [1, 2], global_batch: [128, 256, 320, 512]}
      recompute: [none, selective, full, auto]
      """;
  private static final String EXPERTS =
      """
      model: mixtral-8x7b
      cluster: ["dgx-h100:4", "dgx-h100:8"]
      parallelism: {tp: [1, 2, 4], pp: [1, 2, 4], sharding: [optimizer, parameters]}
      batch: {micro_batch: [1, 2], global_batch: [64, 256, 512]}
      """;

  @ParameterizedTest
  @ValueSource(strings = {"0%", "2%"})
  void the_front_is_that_of_all_set_ups_one_by_one(String resolution) {
    for (String text : List.of(DENSE, EXPERTS)) {
      Space space = space(text + "search: {resolution: " + resolution + "}\n");
      Front all = new Front(space.grid());
      List<Front.Point> oneByOne = space.all();
      oneByOne.forEach(point -> all.add(point.index(), point.values(), true));

      Front pruned = space.front(0, space.size());
      Front plain = space.front(0, space.size(), Skipping.NOTHING);

      assertThat(lines(pruned)).isEqualTo(lines(all)).isNotEmpty();
      assertThat(lines(plain)).isEqualTo(lines(all));
      assertThat(lines(space.front(0, space.size(), Skipping.RULES))).isEqualTo(lines(all));
      assertThat(plain.counts().fitting()).isEqualTo(oneByOne.size());
      assertThat(pruned.counts().priced()).isLessThan(plain.counts().priced());
    }
  }

  @Test
  void random_spaces_have_the_same_front_with_and_without_pruning() {
    Random random = new Random(19);
    for (int i = 0; i < 16; i++) {
      String text = RandomSpaces.next(random);
      Space space = space(text);
      assertThat(lines(space.front(0, space.size())))
          .as(text)
          .isEqualTo(lines(space.front(0, space.size(), Skipping.NOTHING)));
    }
  }

  @Test
  void ranges_merge_to_the_whole_wherever_they_are_cut() {
    Space space = space(DENSE);
    List<String> whole = lines(space.front(0, space.size()));
    Random random = new Random(7);
    for (int i = 0; i < 5; i++) {
      long a = random.nextLong(space.size());
      long b = random.nextLong(a, space.size());
      Front merged = space.front(b, space.size());
      merged.merge(space.front(0, a));
      merged.merge(space.front(a, b));
      assertThat(lines(merged)).isEqualTo(whole);
      assertThat(merged.counts().candidates()).isEqualTo(space.size());
    }
    assertThat(lines(new SpaceSearch(space, 3).run((d, o, s) -> {}, () -> false).front()))
        .isEqualTo(whole);
  }

  @Test
  void a_plan_of_a_point_has_the_same_figures() {
    for (String text : List.of(DENSE, EXPERTS)) {
      Space space = space(text + "search: {resolution: 5%}\n");
      List<Front.Point> points = space.front(0, space.size()).points();
      for (int i = 0; i < points.size(); i += Math.max(1, points.size() / 8)) {
        Candidate candidate = space.candidate(points.get(i).index());
        Planned planned = planned(candidate.plan());

        assertThat(planned.situation().training()).isEqualTo(candidate.training());
        assertThat(planned.answer().stepS())
            .isCloseTo(points.get(i).value(Objective.STEP_TIME), within(1e-12));
        assertThat(planned.situation().peakBytes()).isCloseTo(candidate.peakBytes(), within(1.0));
        assertThat(planned.answer().cost().perTrillionTokensUsd())
            .isCloseTo(points.get(i).value(Objective.COST) * candidate.goodput(), within(1e-2));
      }
    }
  }

  @Test
  void the_fastest_of_an_open_space_is_the_layout_that_a_plan_chooses() {
    for (String model : List.of("llama3-70b", "mixtral-8x7b")) {
      String text = "model: " + model + "\ncluster: dgx-h100:16\n";
      Space space = space(text);
      Front front = space.front(0, space.size());

      assertThat(front.best(Best.FASTEST_OF_ALL, 0).value(Objective.STEP_TIME))
          .isCloseTo(planned(tree(text)).answer().stepS(), within(1e-12));
    }
  }

  @Test
  void models_are_not_compared() {
    String frame = "\ncluster: dgx-h100:8\nbatch: {global_batch: [128]}\n";
    Space both = space("model: [llama3-70b, llama3-8b]" + frame);
    Space large = space("model: llama3-70b" + frame);
    Front front = both.front(0, both.size());

    assertThat(front.models()).containsExactly(0, 1);
    assertThat(lines(front)).containsAll(lines(large.front(0, large.size())));
  }

  @Test
  void limits_are_kept_and_named_bests_are_those_of_all_set_ups() {
    Space space =
        space(
            DENSE
                + "search: {tokens: 1T, deadline: 90d, budget: $1.2M, min_headroom: 10%,"
                + " max_gpus: 192}\n");
    Wanted wanted = space.wanted();
    List<Front.Point> kept =
        space.all().stream()
            .filter(p -> p.value(Objective.GPUS) <= 192)
            .filter(p -> wanted.trainSeconds(p.value(Objective.TRAIN_TIME)) <= 90 * 86400.0)
            .filter(p -> wanted.runDollars(p.value(Objective.COST)) <= 1.2e6)
            .filter(p -> p.value(Objective.HEADROOM) >= 0.1)
            .toList();
    Front front = space.front(0, space.size());

    assertThat(kept).isNotEmpty();
    assertThat(front.best(Best.CHEAPEST, 0).value(Objective.COST))
        .isEqualTo(kept.stream().mapToDouble(p -> p.value(Objective.COST)).min().orElseThrow());
    assertThat(front.best(Best.FASTEST, 0).value(Objective.TRAIN_TIME))
        .isEqualTo(
            kept.stream().mapToDouble(p -> p.value(Objective.TRAIN_TIME)).min().orElseThrow());
    assertThat(front.points())
        .allSatisfy(p -> assertThat(kept).anyMatch(k -> k.index() == p.index()));
  }

  @Test
  void everything_wrong_is_told_at_once_and_once() {
    String text =
        """
        model: [llama3-70b, llama9-70b]
        cluster: ["dgx-h100:8..4", "dgx-h100:16"]
        fabric: [carrier-pigeon]
        recompute: [none, everything]
        search: {deadline: 30d}
        """;
    assertThatThrownBy(() -> space(text))
        .isInstanceOfSatisfying(
            InputException.class,
            e ->
                assertThat(e.problems().toString())
                    .contains("llama9-70b")
                    .contains("a run that goes up")
                    .contains("carrier-pigeon")
                    .contains("everything")
                    .contains("tokens beside it")
                    .containsOnlyOnce("carrier-pigeon"));
  }

  private static List<String> lines(Front front) {
    return front.points().stream()
        .map(p -> p.index() + " " + java.util.Arrays.toString(p.values()))
        .toList();
  }

  private static Planned planned(Tree.Mapping plan) {
    PlanFile file = PlanFile.of(plan, Map.of(), List.of(), new Problems());
    return Planner.plan(new PlanQuestion(file, Times.NCCL, null, false, false));
  }

  static Space space(String text) {
    return SearchFile.of(tree(text), Times.NCCL, SpaceTest::terms).space();
  }

  private static ClusterTerms terms(Cluster cluster) {
    double dollars = cluster.node().gpu().name().startsWith("H100") ? 2.5 : 1.5;
    return new ClusterTerms(
        Money.ofDollars(dollars), 1400, Money.ofDollars(40_000.0 * cluster.gpus()));
  }

  private static Tree.Mapping tree(String text) {
    return (Tree.Mapping) TreeReader.parse("search.yaml", text.getBytes(StandardCharsets.UTF_8));
  }
}
