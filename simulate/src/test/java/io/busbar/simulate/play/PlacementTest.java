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
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
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
    Schedule schedule =
        Schedules.of(ScheduleRequest.of(CollectiveOp.ALL_REDUCE, algorithm, locality));
    Chunking chunking = Chunking.of(schedule, bytes, 1 << 19, 8);
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
}
