package io.busbar.model.cluster;

import static io.busbar.model.cluster.Made.GB;
import static io.busbar.model.cluster.Made.ORDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.border.Border;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.model.training.GroupAxis;
import io.busbar.model.training.Parallelism;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementTest {

  private static final Parallelism TP8_PP4_DP32 = Made.layout(8, 1, 4, 32, 1, 1, ORDER);

  @Test
  void tensor_parallel_fills_the_node_and_the_rest_leaves_it() {
    Placement placement = new Placement(Made.dgx(128), TP8_PP4_DP32);

    Reach tp = placement.reach(GroupKind.TP);
    assertThat(tp.ranks()).isEqualTo(8);
    assertThat(tp.ranksPerDomain()).isEqualTo(8);
    assertThat(tp.domains()).isEqualTo(1);
    assertThat(tp.outermost()).isEqualTo(Level.SCALE_UP);
    assertThat(tp.insideBytesPerSecond()).isEqualTo(450 * GB);
    assertThat(tp.nvls()).isTrue();

    Reach pp = placement.reach(GroupKind.PP);
    assertThat(pp.ranks()).isEqualTo(2);
    assertThat(pp.ranksPerDomain()).isEqualTo(1);
    assertThat(pp.outermost()).isEqualTo(Level.LEAF);
    assertThat(pp.outsideBytesPerSecond()).isEqualTo(50 * GB);

    Reach dp = placement.reach(GroupKind.DP);
    assertThat(dp.ranks()).isEqualTo(32);
    assertThat(dp.ranksPerDomain()).isEqualTo(1);
    assertThat(dp.domains()).isEqualTo(32);
    assertThat(dp.outermost()).isEqualTo(Level.SPINE);
    assertThat(dp.borders()).isEmpty();
    assertThat(dp.outsideBytesPerSecond()).isEqualTo(50 * GB);
    assertThat(dp.nvls()).isFalse();

    assertThat(placement.leavingDomain())
        .containsExactlyInAnyOrder(
            GroupKind.PP, GroupKind.DP, GroupKind.SHARD, GroupKind.EXPERT_DP);
  }

  @Test
  void racks_of_72_hold_a_tensor_and_an_expert_group_in_one_domain() {
    Cluster racks = Clusters.parse("gb200-nvl72:4", Position.of("test"), new Problems());
    assertThat(racks).isNotNull();
    Placement placement = new Placement(racks, Made.layout(8, 1, 1, 36, 72, 1, ORDER));

    assertThat(placement.reach(GroupKind.TP).leavesDomain()).isFalse();
    Reach ep = placement.reach(GroupKind.EP);
    assertThat(ep.ranks()).isEqualTo(72);
    assertThat(ep.leavesDomain()).isFalse();
    assertThat(ep.insideBytesPerSecond()).isEqualTo(900 * GB);
    Reach dp = placement.reach(GroupKind.DP);
    assertThat(dp.domains()).isEqualTo(4);
    assertThat(dp.ranksPerDomain()).isEqualTo(9);
    assertThat(dp.outsideBytesPerSecond()).isEqualTo(50 * GB);
  }

  @Test
  void sixteen_tensor_parallel_ranks_span_two_nodes_of_eight() {
    Reach tp =
        new Placement(Made.dgx(4), Made.layout(16, 1, 1, 2, 1, 1, ORDER)).reach(GroupKind.TP);

    assertThat(tp.domains()).isEqualTo(2);
    assertThat(tp.ranksPerDomain()).isEqualTo(8);
    assertThat(tp.outermost()).isEqualTo(Level.LEAF);
    assertThat(tp.outsideBytesPerSecond()).isEqualTo(50 * GB);
  }

  @Test
  void a_tensor_parallel_group_that_straddles_nodes_is_found_although_another_does_not() {
    // ranks 0–5 share a node of 8, ranks 6–11 lie two and four on either side of the border
    Reach tp = new Placement(Made.dgx(3), Made.layout(6, 1, 1, 4, 1, 1, ORDER)).reach(GroupKind.TP);

    assertThat(tp.leavesDomain()).isTrue();
    assertThat(tp.domains()).isEqualTo(2);
    assertThat(tp.ranksPerDomain()).isEqualTo(2);
  }

  @Test
  void experts_take_the_tensor_and_context_ranks_first_and_then_replicas() {
    Placement placement = new Placement(Made.dgx(8), Made.layout(4, 1, 2, 8, 8, 2, ORDER));

    // 16 ranks of a stage hold one set of experts: 2 split each, every second rank is another one
    assertThat(placement.sampleGroups(GroupKind.ETP, 1).getFirst()).containsExactly(0, 1);
    assertThat(placement.sampleGroups(GroupKind.EP, 1).getFirst())
        .containsExactly(0, 2, 4, 6, 8, 10, 12, 14);
    assertThat(placement.sampleGroups(GroupKind.EXPERT_DP, 1).getFirst()).containsExactly(0, 32);
    // the replicas that hold other experts stay next to each other, before the next stage
    assertThat(placement.sampleGroups(GroupKind.PP, 1).getFirst()).containsExactly(0, 16);
    assertThat(placement.sampleGroups(GroupKind.DP, 1).getFirst())
        .containsExactly(0, 4, 8, 12, 32, 36, 40, 44);
    assertThat(placement.reach(GroupKind.EP).ranksPerDomain()).isEqualTo(4);
  }

  @Test
  void the_shard_group_of_hsdp_takes_the_nearest_replicas() {
    Placement placement = new Placement(Made.dgx(4), Made.layout(1, 2, 1, 16, 1, 1, 8, ORDER));

    Reach shard = placement.reach(GroupKind.SHARD);
    assertThat(shard.ranks()).isEqualTo(8);
    assertThat(shard.leavesDomain()).isFalse();
    Reach replica = placement.reach(GroupKind.REPLICA);
    assertThat(replica.ranks()).isEqualTo(4);
    assertThat(replica.domains()).isEqualTo(4);
    assertThat(placement.sampleGroups(GroupKind.REPLICA, 2).get(1)).containsExactly(1, 9, 17, 25);
  }

  @Test
  void without_hsdp_all_replicas_and_context_ranks_share() {
    Placement placement = new Placement(Made.dgx(4), Made.layout(1, 2, 1, 16, 1, 1, ORDER));

    assertThat(placement.reach(GroupKind.SHARD).ranks()).isEqualTo(32);
    assertThat(placement.reach(GroupKind.REPLICA).ranks()).isEqualTo(1);
    assertThat(placement.reach(GroupKind.REPLICA).outermost()).isEqualTo(Level.SCALE_UP);
  }

  @Test
  void another_order_sends_the_tensor_parallel_group_over_the_network() {
    List<GroupAxis> order =
        List.of(GroupAxis.DP, GroupAxis.PP, GroupAxis.CP, GroupAxis.EP, GroupAxis.TP);
    Placement placement = new Placement(Made.dgx(4), Made.layout(4, 1, 1, 8, 1, 1, order));

    assertThat(placement.reach(GroupKind.TP).domains()).isEqualTo(4);
    assertThat(placement.reach(GroupKind.DP).leavesDomain()).isFalse();
  }

  @Test
  void a_mesh_gives_a_small_group_only_the_links_to_its_members() {
    NodeType node = Made.node(8, 8, ScaleUp.MESH, 8, 50 * GB);
    Cluster cluster = Made.cluster(node, 1, 32, 128, 1, 1);

    Reach two = new Placement(cluster, Made.layout(2, 1, 1, 4, 1, 1, ORDER)).reach(GroupKind.TP);
    Reach all = new Placement(cluster, Made.layout(8, 1, 1, 1, 1, 1, ORDER)).reach(GroupKind.TP);

    assertThat(two.insideBytesPerSecond()).isCloseTo(450 * GB / 7, within(1.0));
    assertThat(all.insideBytesPerSecond()).isCloseTo(450 * GB, within(1.0));
  }

  @Test
  void a_ring_with_several_nodes_per_leaf_hides_oversubscription() {
    // 32 nodes, 4 per leaf, 4:1: a ring leaves a leaf once for its four nodes there
    Cluster cluster =
        Made.cluster(Made.node(8, 8, ScaleUp.SWITCHED, 8, 50 * GB), 32, 4, 1024, 4, 1);

    Reach dp = new Placement(cluster, Made.layout(8, 1, 1, 32, 1, 1, ORDER)).reach(GroupKind.DP);
    assertThat(dp.outermost()).isEqualTo(Level.SPINE);
    assertThat(dp.borders()).containsExactly(new Border(4, 4));
    assertThat(dp.ringBytesPerSecond()).isEqualTo(50 * GB);

    // with four stages between replicas each replica is below a leaf of its own
    Reach far = new Placement(cluster, Made.layout(8, 1, 4, 8, 1, 1, ORDER)).reach(GroupKind.DP);
    assertThat(far.ringBytesPerSecond()).isEqualTo(12.5 * GB);
  }

  @Test
  void a_border_counts_the_ranks_of_a_communicator_below_it() {
    Cluster cluster =
        Made.cluster(Made.node(8, 8, ScaleUp.SWITCHED, 8, 50 * GB), 32, 4, 1024, 4, 1);
    Placement placement = new Placement(cluster, Made.layout(1, 1, 1, 256, 64, 1, ORDER));

    assertThat(placement.reach(GroupKind.EP).borders()).containsExactly(new Border(32, 4));
    assertThat(placement.reach(GroupKind.EP).outsideBytesPerSecond()).isEqualTo(50 * GB);
  }

  @Test
  void a_last_leaf_group_with_few_nodes_has_the_links_of_a_full_one() {
    Cluster cluster = Made.cluster(Made.node(8, 8, ScaleUp.SWITCHED, 8, 50 * GB), 9, 4, 1024, 4, 1);

    Reach dp = new Placement(cluster, Made.layout(1, 1, 1, 72, 1, 1, ORDER)).reach(GroupKind.DP);

    assertThat(dp.borders()).containsExactly(new Border(32, 4));
    assertThat(dp.ringBytesPerSecond()).isEqualTo(50 * GB);
  }

  @Test
  void oversubscription_of_both_tiers_multiplies_between_pods() {
    Cluster cluster = Made.cluster(Made.node(8, 8, ScaleUp.SWITCHED, 8, 50 * GB), 64, 1, 2, 2, 3);

    Reach pp = new Placement(cluster, Made.layout(8, 2, 4, 8, 1, 1, ORDER)).reach(GroupKind.PP);

    assertThat(pp.outermost()).isEqualTo(Level.CORE);
    assertThat(pp.ringBytesPerSecond()).isCloseTo(50 * GB / 6, within(1.0));
    assertThat(pp.outsideLatencySeconds()).isCloseTo(2e-6 + 4 * 300e-9, within(1e-12));
  }

  @Test
  void refuses_a_layout_larger_than_the_cluster() {
    assertThatThrownBy(() -> new Placement(Made.dgx(2), TP8_PP4_DP32))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1024 GPUs on 16");
  }

  @Test
  void refuses_groups_that_do_not_divide() {
    assertThatThrownBy(() -> new Placement(Made.dgx(1), Made.layout(8, 1, 1, 1, 3, 1, ORDER)))
        .hasMessageContaining("ep·etp = 3");
    assertThatThrownBy(() -> new Placement(Made.dgx(1), Made.layout(1, 1, 1, 8, 1, 1, 3, ORDER)))
        .hasMessageContaining("the shard group = 3");
    assertThatThrownBy(() ->
            new Placement(
                Made.dgx(1), Made.layout(8, 1, 1, 1, 1, 1, List.of(GroupAxis.TP, GroupAxis.TP))))
        .hasMessageContaining("each axis once");
  }
}
