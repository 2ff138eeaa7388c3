package io.busbar.design.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.busbar.base.explain.Ledger;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.AlphaBeta;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Level;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.model.cluster.Reaches;
import io.busbar.plan.Planned;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.step.Links;
import io.busbar.plan.step.StepModel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadsTest {
  private static int[] inOrder(int nodes) {
    int[] order = new int[nodes];
    Arrays.setAll(order, i -> i);
    return order;
  }

  private static Map<GroupKind, Crossing> crossings(Objective objective, int... order) {
    return Arrays.stream(objective.crossings(order))
        .collect(Collectors.toMap(Crossing::kind, c -> c));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--model llama3-70b --cluster dgx-h100:16 --tp 8 --pp 4",
        "--model llama3-70b --cluster dgx-h100:16 --tp 4 --pp 2",
        "--model llama3-8b --cluster dgx-h100:16 --tp 1 --pp 1",
        "--model llama3-8b --cluster dgx-h100:16 --tp 2 --cp 4 --pp 1",
        "--model llama3-70b --cluster dgx-h100:16 --tp 8 --pp 2 --order tp,dp,pp,cp,ep",
        "--model mixtral-8x7b --cluster dgx-h100:16 --tp 1 --pp 1 --ep 8",
        "--model mixtral-8x22b --cluster dgx-h100:16 --tp 4 --pp 2 --ep 8",
      })
  void ranks_in_order_on_whole_blocks_reach_as_far_as_the_placement_says(String options) {
    sameAsPlacement(options, Jobs.cluster("dgx-h100", 16, 4, 8, 2, 3));
  }

  /** Links of a pair of groups bound rings and pipelines, those of all groups an exchange. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--model llama3-8b --cluster dgx-h100:32 --tp 1 --pp 1",
        "--model llama3-70b --cluster dgx-h100:32 --tp 8 --pp 4",
        "--model mixtral-8x7b --cluster dgx-h100:32 --tp 1 --pp 1 --ep 8",
      })
  void the_same_holds_between_groups_of_a_dragonfly(String options) {
    String file =
        "{node: dgx-h100, nodes: 32, network: {topology: dragonfly+, leaf: {nodes: 4},"
            + " spine: {nodes: 8, oversubscription: 8:1}}}";
    Problems problems = new Problems();
    byte[] bytes = file.getBytes(StandardCharsets.UTF_8);
    Cluster cluster = Clusters.read(TreeReader.parse("made.yaml", bytes), "", problems);
    problems.throwIfAny();
    sameAsPlacement(options, Objects.requireNonNull(cluster));
  }

  private static void sameAsPlacement(String options, Cluster cluster) {
    Planned plan = Jobs.plan(options);
    Objective objective = Jobs.objective(plan, Jobs.site(cluster));
    Placement placement = new Placement(cluster, plan.situation().training().parallelism());

    Reaches reaches = objective.reaches(objective.crossings(inOrder(cluster.nodes())));

    boolean experts = options.contains("mixtral");
    for (GroupKind kind : Groups.KINDS) {
      if (kind == GroupKind.EXPERT_DP && !experts) {
        continue;
      }
      Reach expected = placement.reach(kind);
      Reach reach = reaches.reach(kind);
      for (CollectiveOp op : operations(kind)) {
        double seconds = seconds(op, expected);
        assertThat(seconds(op, reach))
            .as(kind.name() + " " + op)
            .isEqualTo(seconds, offset(1e-9 * seconds));
      }
      assertThat(reach)
          .usingRecursiveComparison()
          .ignoringFields("outsideBytesPerSecond", "borders")
          .isEqualTo(expected);
    }
  }

  private static List<CollectiveOp> operations(GroupKind kind) {
    return switch (kind) {
      case PP -> List.of(CollectiveOp.SEND_RECEIVE);
      case EP -> List.of(CollectiveOp.ALL_TO_ALL);
      default -> List.of(CollectiveOp.ALL_GATHER, CollectiveOp.ALL_REDUCE);
    };
  }

  private static double seconds(CollectiveOp op, Reach reach) {
    return AlphaBeta.IDEAL.prepare(op, Links.shape(reach)).seconds(1e9, Ledger.OFF);
  }

  @Test
  void the_step_of_ranks_in_order_is_that_of_the_plan() {
    Planned plan = Jobs.plan("--model llama3-70b --cluster dgx-h100:16 --tp 8 --pp 4");
    Cluster cluster = Jobs.cluster("dgx-h100", 16, 4, 16, 4, 1);
    Situation s = plan.situation();

    double step = Jobs.objective(plan, Jobs.site(cluster)).seconds(inOrder(16));

    Cluster job = cluster.withNodes(16);
    double expected =
        new StepModel(s.model(), job, Jobs.NCCL).evaluate(s.training(), Ledger.OFF).step();
    assertThat(step).isEqualTo(expected, offset(1e-9));
  }

  @Test
  void a_ring_that_goes_to_and_fro_pays_for_each_crossing() {
    Planned plan = Jobs.plan("--model llama3-8b --cluster dgx-h100:4 --tp 8 --pp 1");
    Site site = Jobs.site(Jobs.cluster("dgx-h100", 4, 2, 4, 2, 1));
    Objective objective = Jobs.objective(plan, site);

    Crossing packed = crossings(objective, 0, 1, 2, 3).get(GroupKind.SHARD);
    Crossing mixed = crossings(objective, 0, 2, 1, 3).get(GroupKind.SHARD);

    // Eight rings of a rank a node: a leaf of two nodes has 16/2 ranks' rate upwards for 8 or 16.
    assertThat(packed).isEqualTo(new Crossing(GroupKind.SHARD, Level.SPINE, 1));
    assertThat(mixed).isEqualTo(new Crossing(GroupKind.SHARD, Level.SPINE, 0.5));
    assertThat(objective.seconds(new int[] {0, 2, 1, 3}))
        .isGreaterThan(objective.seconds(new int[] {0, 1, 2, 3}));
  }

  @Test
  void a_pipeline_below_one_leaf_does_not_see_the_spines() {
    Planned plan = Jobs.plan("--model llama3-70b --cluster dgx-h100:4 --tp 8 --pp 2");
    Objective objective = Jobs.objective(plan, Jobs.site(Jobs.cluster("dgx-h100", 4, 2, 4, 2, 1)));

    assertThat(crossings(objective, 0, 1, 2, 3).get(GroupKind.PP).level()).isEqualTo(Level.LEAF);
    // Sixteen chains go up from the first leaf, which has 16/2 ranks' rate for them.
    assertThat(crossings(objective, 0, 2, 1, 3).get(GroupKind.PP))
        .isEqualTo(new Crossing(GroupKind.PP, Level.SPINE, 0.5));
    assertThat(crossings(objective, 0, 2, 1, 3).get(GroupKind.SHARD).level()).isEqualTo(Level.LEAF);
  }

  @Test
  void a_node_with_half_its_adapters_holds_up_what_leaves_nodes() {
    Planned plan = Jobs.plan("--model llama3-8b --cluster dgx-h100:2 --tp 8 --pp 1");
    Cluster cluster = Jobs.cluster("dgx-h100", 3, 4, 4, 1, 1);
    Site site =
        new Site(
            "made",
            cluster,
            Jobs.names(3),
            List.of("a"),
            new int[3],
            new int[1],
            new double[] {1},
            new double[] {1},
            new double[] {1, 0.5, 1},
            1);
    Objective objective = Jobs.objective(plan, site);

    assertThat(crossings(objective, 0, 1).get(GroupKind.SHARD).share()).isEqualTo(0.5);
    assertThat(crossings(objective, 0, 1).get(GroupKind.TP).share()).isEqualTo(1);
    assertThat(crossings(objective, 0, 2).get(GroupKind.SHARD).share()).isEqualTo(1);
  }

  @Test
  void what_is_open_never_costs_more_than_any_way_to_fill_it() {
    Planned plan = Jobs.plan("--model llama3-70b --cluster dgx-h100:4 --tp 8 --pp 2");
    Objective objective = Jobs.objective(plan, Jobs.site(Jobs.cluster("dgx-h100", 6, 2, 4, 4, 2)));
    int[] room = {2, 2, 2};
    double all = objective.bound(new int[] {-1, -1, -1, -1}, room);
    room[0] = 1;
    double one = objective.bound(new int[] {0, -1, -1, -1}, room);
    room[1] = 1;
    double two = objective.bound(new int[] {0, 2, -1, -1}, room);

    assertThat(all).isLessThanOrEqualTo(one);
    assertThat(one).isLessThanOrEqualTo(two);
    assertThat(two).isLessThanOrEqualTo(objective.seconds(new int[] {0, 2, 1, 3}));
  }
}
