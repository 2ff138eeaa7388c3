package io.busbar.simulate.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.algorithm.SizedSchedule;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.path.Routing;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private static final Fabric NODES = Fabrics.of(cluster("dgx-h100:2"));

  private static Cluster cluster(String name) {
    return Objects.requireNonNull(Clusters.parse(name, Position.of("test"), new Problems()), name);
  }

  private static double seconds(Algorithm algorithm, Locality locality, long bytes) {
    SizedSchedule sized =
        SizedSchedule.of(
            ScheduleRequest.of(CollectiveOp.ALL_REDUCE, algorithm, locality).withChannels(8),
            bytes,
            1 << 19,
            8);
    Schedule schedule = sized.schedule();
    Chunking chunking = sized.chunking();
    int[] ranks = IntStream.range(0, locality.ranks()).toArray();
    Play play =
        Play.of(schedule, chunking, PlayOptions.IDEAL).on(Placement.of(NODES, schedule, ranks));
    PlayResult result = new Player(play, new FlowNetwork(NODES, Routing.DESTINATION, 1)).play();
    assertThat(result.complete()).isTrue();
    return result.timePs() / 1e12;
  }

  /** Each rank sends n + 1 of n parts instead of 2(n − 1) of n, if the switch adds up. */
  @Test
  void an_nvswitch_that_adds_up_beats_a_ring_by_at_most_two_n_minus_two_over_n_plus_one() {
    long bytes = 256L << 20;
    double ring = seconds(Algorithm.RING, Locality.oneNode(8), bytes);
    double nvls = seconds(Algorithm.NVLS, Locality.oneNode(8), bytes);

    assertThat(ring / nvls).isBetween(1.2, 14.0 / 9);
  }

  @Test
  void nvswitches_of_two_nodes_are_joined_by_their_ranks() {
    assertThat(seconds(Algorithm.NVLS_TREE, Locality.uniform(2, 8), 64 << 20)).isPositive();
  }

  @Test
  void a_switch_without_a_place_is_refused() {
    Fabric flat =
        Fabrics.star(8, Bandwidth.parse("400Gb/s"), TimeSpan.parse("1us"), TimeSpan.parse("0us"));
    Schedule nvls =
        Schedules.of(
            ScheduleRequest.of(CollectiveOp.ALL_REDUCE, Algorithm.NVLS, Locality.oneNode(8)));
    assertThatThrownBy(() -> Placement.of(flat, nvls, IntStream.range(0, 8).toArray()))
        .hasMessageContaining("NVSwitch of node 0");
  }

  private static Schedule collnet(Locality locality, Integer... radix) {
    return Schedules.of(
        ScheduleRequest.of(CollectiveOp.ALL_REDUCE, Algorithm.COLLNET_DIRECT, locality)
            .withRadix(radix));
  }

  /** 64 nodes: 32 below the 8 leaves of a group, one spine layer above both groups. */
  @Test
  void sharp_trees_have_the_shape_of_the_fabric_and_roots_of_their_own() {
    Fabric fabric = Fabrics.of(cluster("dgx-h100:64"));
    Locality locality = Locality.uniform(64, 8);
    int[] ranks = IntStream.range(0, 512).toArray();
    Integer[] radix = Placement.aggregationRadix(fabric, locality, ranks);
    assertThat(radix).containsExactly(32, 2);

    Schedule schedule = collnet(locality, radix);
    assertThat(schedule.agents()).isEqualTo(512 + 8 * 3);
    int[] nodes = Placement.of(fabric, schedule, ranks);
    int[] roots = new int[8];
    for (int agent = 512; agent < nodes.length; agent++) {
      Agent at = schedule.agent(agent);
      if (at.level() == 0) {
        assertThat(nodes[agent]).isEqualTo(Placement.leaf(fabric, at.index() * 256 + at.rail()));
      } else {
        roots[at.rail()] = nodes[agent];
        assertThat(fabric.kind(nodes[agent])).isEqualTo(NodeKind.SPINE);
      }
    }
    assertThat(roots).doesNotHaveDuplicates();
    new AggregationLimits("quantum", 63, false).check(fabric, schedule, nodes);
  }

  @Test
  void streams_that_meet_are_refused_by_generation() {
    // Two rails on the same leaf; the two leaves are joined by 1 or 2 cables to a spine.
    Locality locality = Locality.uniform(4, 2);
    int[] ranks = IntStream.range(0, 8).toArray();
    for (int cables = 1; cables <= 2; cables++) {
      Bandwidth rate = Bandwidth.parse("400Gb/s");
      TimeSpan none = TimeSpan.parse("0us");
      Fabric fabric = Fabrics.leafSpine(2, 4, 1, cables, rate, rate, none, none);
      Schedule schedule = collnet(locality, Placement.aggregationRadix(fabric, locality, ranks));
      int[] nodes = Placement.of(fabric, schedule, ranks);

      assertThatThrownBy(
              () -> new AggregationLimits("q1", 63, false).check(fabric, schedule, nodes))
          .hasMessageContaining("leaf 0: q1 has one active streaming tree for each switch");
      AggregationLimits perPort = new AggregationLimits("q2", 511, true);
      if (cables == 1) {
        assertThatThrownBy(() -> perPort.check(fabric, schedule, nodes))
            .hasMessageContaining("one active streaming tree for each port");
      } else {
        perPort.check(fabric, schedule, nodes);
      }
    }
  }
}
