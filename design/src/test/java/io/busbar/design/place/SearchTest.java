package io.busbar.design.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.model.cluster.Cluster;
import io.busbar.plan.Planned;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchTest {
  private static int[] shuffled(int nodes, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      int swap = random.nextInt(i + 1);
      order[i] = order[swap];
      order[swap] = i;
    }
    return Arrays.copyOf(order, count);
  }

  private static Search.Found search(Planned plan, Objective objective, int[] free) {
    return new Search(
            objective,
            new FreeNodes(objective.site(), free),
            plan.situation().training().parallelism())
        .run();
  }

  /** Tries every choice and order of the free nodes. */
  private static double everyOrder(Objective objective, int[] free, int[] order, int slot) {
    if (slot == order.length) {
      return objective.seconds(order);
    }
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < free.length; i++) {
      if (free[i] >= 0) {
        int node = free[i];
        order[slot] = node;
        free[i] = -1;
        best = Math.min(best, everyOrder(objective, free, order, slot + 1));
        free[i] = node;
      }
    }
    return best;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--model llama3-70b --cluster dgx-h100:4 --tp 8 --pp 2 | 6 | 2 | 4",
        "--model llama3-8b --cluster dgx-h100:4 --tp 8 --pp 1 | 6 | 2 | 4",
        "--model llama3-70b --cluster dgx-h100:6 --tp 8 --pp 3 | 6 | 3 | 6",
        "--model mixtral-8x7b --cluster dgx-h100:4 --tp 2 --pp 1 --ep 8 | 6 | 2 | 4",
        "--model llama3-8b --cluster dgx-h100:6 --tp 4 --pp 1 --cp 2 | 7 | 3 | 4",
      })
  void small_jobs_get_the_best_of_all_placements(
      String options, int nodes, int perLeaf, int perPod) {
    Planned plan = Jobs.plan(options);
    Cluster cluster = Jobs.cluster("dgx-h100", nodes, perLeaf, perPod, 4, 2);
    Objective objective = Jobs.objective(plan, Jobs.site(cluster));
    int[] free = shuffled(nodes, nodes, 5);

    Search.Found found = search(plan, objective, free);

    double best = everyOrder(objective, free.clone(), new int[objective.slots()], 0);
    assertThat(found.seconds()).isCloseTo(best, within(1e-9 * best));
    assertThat(found.proved()).isTrue();
    assertThat(found.boundSeconds()).isLessThanOrEqualTo(best * (1 + 1e-9));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void the_result_uses_free_nodes_once_and_is_never_worse_than_the_schedulers_order(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String[] plans = {
      "--model llama3-70b --cluster dgx-h100:16 --tp 8 --pp 4",
      "--model llama3-70b --cluster dgx-h100:16 --tp 4 --pp 8",
      "--model llama3-8b --cluster dgx-h100:12 --tp 1 --pp 1",
      "--model mixtral-8x22b --cluster dgx-h100:16 --tp 4 --pp 2 --ep 8",
    };
    Planned plan = Jobs.plan(plans[(int) (seed % plans.length)]);
    int nodes = 20 + random.nextInt(20);
    Cluster cluster =
        Jobs.cluster(
            "dgx-h100",
            nodes,
            2 + random.nextInt(6),
            12,
            1 + random.nextInt(6),
            1 + random.nextInt(3));
    Objective objective = Jobs.objective(plan, Jobs.site(cluster));
    int[] free = shuffled(nodes, objective.slots() + random.nextInt(4), seed);

    Search.Found found = search(plan, objective, free);

    double naive = objective.seconds(Arrays.copyOf(free, objective.slots()));
    assertThat(found.seconds()).isLessThanOrEqualTo(naive);
    assertThat(found.boundSeconds()).isLessThanOrEqualTo(found.seconds());
    assertThat(found.order()).doesNotHaveDuplicates().hasSize(objective.slots());
    assertThat(Arrays.stream(free).boxed().toList())
        .containsAll(Arrays.stream(found.order()).boxed().toList());
    assertThat(search(plan, objective, free).order()).isEqualTo(found.order());
  }

  @Test
  void a_node_with_a_slow_adapter_is_left_out_when_there_are_others() {
    Planned plan = Jobs.plan("--model llama3-8b --cluster dgx-h100:4 --tp 8 --pp 1");
    Cluster cluster = Jobs.cluster("dgx-h100", 6, 3, 6, 2, 1);
    Site site =
        new Site(
            "made",
            cluster,
            Jobs.names(6),
            List.of("a", "b"),
            new int[] {0, 0, 0, 1, 1, 1},
            new int[2],
            new double[] {2, 2},
            new double[] {2},
            new double[] {1, 0.5, 1, 1, 1, 1},
            1);
    Objective objective = Jobs.objective(plan, site);

    Search.Found found = search(plan, objective, new int[] {0, 1, 2, 3, 4, 5});

    assertThat(found.order()).doesNotContain(1);
  }

  @Test
  void mixed_names_are_sorted_out_to_near_the_bound() {
    Planned plan = Jobs.plan("--model llama3-70b --cluster dgx-h100:16 --tp 8 --pp 4");
    Cluster cluster = Jobs.cluster("dgx-h100", 16, 4, 16, 4, 1);
    Objective objective = Jobs.objective(plan, Jobs.site(cluster));
    int[] free = shuffled(16, 16, 3);

    Search.Found found = search(plan, objective, free);

    assertThat(found.seconds())
        .isLessThan(objective.seconds(free))
        .isCloseTo(found.boundSeconds(), within(0.02 * found.boundSeconds()));
  }

  @Test
  void ten_thousand_gpus_are_placed() {
    Planned plan =
        Jobs.plan("--model llama3-405b --cluster dgx-h100:1250 --tp 8 --pp 5 --global-batch 1250");
    Cluster cluster = Jobs.cluster("dgx-h100", 1280, 32, 256, 3, 2);
    Objective objective = Jobs.objective(plan, Jobs.site(cluster));
    int[] free = shuffled(1280, 1280, 3);

    Search.Found found = search(plan, objective, free);

    assertThat(found.seconds())
        .isLessThan(0.7 * objective.seconds(Arrays.copyOf(free, 1250)))
        .isCloseTo(found.boundSeconds(), within(0.01 * found.boundSeconds()));
  }
}
