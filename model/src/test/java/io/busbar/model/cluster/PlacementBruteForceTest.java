package io.busbar.model.cluster;

import static io.busbar.model.cluster.Made.GB;
import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.model.hardware.ScaleUp;
import io.busbar.model.training.GroupAxis;
import io.busbar.model.training.Parallelism;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The closed form of a placement against groups enumerated rank by rank, in every order. */
class PlacementBruteForceTest {
  private static final int MAX_RANKS = 512;
  private static final int LAYOUTS_PER_ORDER = 6;

  private final SplittableRandom random = new SplittableRandom(42);

  @Test
  void levels_are_exact_and_spreads_never_better_than_the_worst_group() {
    int checked = 0;
    int exact = 0;
    for (List<GroupAxis> order : orders(List.of(GroupAxis.values()))) {
      for (int i = 0; i < LAYOUTS_PER_ORDER; i++) {
        Parallelism layout = anyLayout(order);
        exact += check(layout, cluster(layout, pick(2, 4, 6, 8, 12, 18, 72)));
        checked += GroupKind.values().length;
      }
    }
    assertThat(exact).as("exact of %s", checked).isGreaterThan(checked * 98 / 100);
  }

  @Test
  void everything_is_exact_when_all_sizes_are_powers_of_two() {
    for (List<GroupAxis> order : orders(List.of(GroupAxis.values()))) {
      for (int i = 0; i < LAYOUTS_PER_ORDER; i++) {
        Parallelism layout = powersOfTwo(order);
        assertThat(check(layout, cluster(layout, pick(2, 4, 8, 16))))
            .as("exact kinds of %s", layout)
            .isEqualTo(GroupKind.values().length);
      }
    }
  }

  @Test
  void sampled_groups_are_the_enumerated_ones() {
    for (List<GroupAxis> order : orders(List.of(GroupAxis.values()))) {
      Parallelism layout = powersOfTwo(order);
      Placement placement = new Placement(cluster(layout, 8), layout);
      for (GroupKind kind : GroupKind.values()) {
        if (kind == GroupKind.PP) {
          continue; // sampled as whole pipelines
        }
        List<int[]> expected =
            new Enumerated(layout)
                .groups(kind).stream()
                    .sorted((a, b) -> Integer.compare(a[0], b[0]))
                    .limit(3)
                    .toList();
        List<int[]> sampled = placement.sampleGroups(kind, 3);
        assertThat(sampled).as("%s of %s", kind, layout).hasSameSizeAs(expected);
        for (int g = 0; g < sampled.size(); g++) {
          assertThat(sampled.get(g)).containsExactlyInAnyOrder(expected.get(g));
        }
      }
    }
  }

  /** How many kinds the closed form gets exactly; none may come out better than its worst group. */
  private static int check(Parallelism layout, Cluster cluster) {
    Placement placement = new Placement(cluster, layout);
    Enumerated enumerated = new Enumerated(layout);
    int exact = 0;
    for (GroupKind kind : GroupKind.values()) {
      Reach reach = placement.reach(kind);
      List<int[]> groups = enumerated.groups(kind);
      Level outermost = Level.SCALE_UP;
      int domains = 1;
      int fewest = Integer.MAX_VALUE;
      for (int[] group : groups) {
        Map<Integer, Integer> perDomain = new HashMap<>();
        for (int gpu : group) {
          perDomain.merge(gpu / cluster.gpusPerDomain(), 1, Integer::sum);
          Level level = cluster.level(group[0], gpu);
          outermost = level.compareTo(outermost) > 0 ? level : outermost;
        }
        domains = Math.max(domains, perDomain.size());
        for (int members : perDomain.values()) {
          fewest = Math.min(fewest, members);
        }
      }
      String what = kind + " of " + layout + " on domains of " + cluster.gpusPerDomain();
      assertThat(reach.ranks()).as(what).isEqualTo(groups.getFirst().length);
      assertThat(reach.outermost()).as(what).isEqualTo(outermost);
      assertThat(reach.domains()).as(what).isGreaterThanOrEqualTo(domains);
      assertThat(reach.ranksPerDomain()).as(what).isLessThanOrEqualTo(fewest);
      exact += reach.domains() == domains && reach.ranksPerDomain() == fewest ? 1 : 0;
    }
    return exact;
  }

  private Cluster cluster(Parallelism layout, int domain) {
    int nodes = (int) ((layout.gpus() + domain - 1) / domain);
    int perLeaf = pick(1, 2, 3, 4);
    int perPod = perLeaf * pick(1, 2, 3);
    return Made.cluster(
        Made.node(domain, domain, ScaleUp.SWITCHED, domain, 50 * GB), nodes, perLeaf, perPod, 1, 1);
  }

  private Parallelism anyLayout(List<GroupAxis> order) {
    while (true) {
      int tp = pick(1, 1, 2, 3, 4, 6, 8, 16);
      int cp = pick(1, 1, 2, 3, 4);
      int pp = pick(1, 1, 2, 3, 4, 5);
      int dp = random.nextInt(1, 24);
      int ep = pick(1, 2, 3, 4, 6, 8, 16);
      int etp = pick(1, 1, 2, 3, 4);
      int shard = pick(0, 2, 3, 4, 8);
      if (tp * cp * pp * dp <= MAX_RANKS
          && tp * cp * dp % (ep * etp) == 0
          && (shard == 0 || dp * cp % shard == 0)) {
        Parallelism layout = Made.layout(tp, cp, pp, dp, ep, etp, shard, order);
        if (new Enumerated(layout).shardGroupIsRun()) {
          return layout;
        }
      }
    }
  }

  private Parallelism powersOfTwo(List<GroupAxis> order) {
    while (true) {
      int tp = pick(1, 2, 4, 8);
      int cp = pick(1, 2, 4);
      int pp = pick(1, 2, 4);
      int dp = pick(1, 2, 4, 8, 16);
      int ep = pick(1, 2, 4, 8, 16, 32);
      int etp = pick(1, 2, 4);
      int shard = pick(0, 2, 4, 8);
      if (tp * cp * pp * dp <= MAX_RANKS
          && tp * cp * dp % (ep * etp) == 0
          && (shard == 0 || dp * cp % shard == 0)) {
        return Made.layout(tp, cp, pp, dp, ep, etp, shard, order);
      }
    }
  }

  private int pick(int... values) {
    return values[random.nextInt(values.length)];
  }

  private static List<List<GroupAxis>> orders(List<GroupAxis> axes) {
    if (axes.isEmpty()) {
      return List.of(List.of());
    }
    List<List<GroupAxis>> all = new ArrayList<>();
    for (GroupAxis first : axes) {
      List<GroupAxis> others = new ArrayList<>(axes);
      others.remove(first);
      for (List<GroupAxis> tail : orders(others)) {
        List<GroupAxis> order = new ArrayList<>(List.of(first));
        order.addAll(tail);
        all.add(order);
      }
    }
    return all;
  }
}
