package io.busbar.simulate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.path.Routing;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LinkLoadsTest {
  private static final double BYTES = 1 << 20;
  private static final Bandwidth RATE = Bandwidth.parse("50GB/s");

  /** Eight leaves of four hosts below four spines, links of 50 GB/s. */
  private final Fabric fabric =
      Fabrics.leafSpine(8, 4, 4, 4, RATE, RATE, TimeSpan.parse("500ns"), TimeSpan.parse("1ns"));

  private final int[] all = IntStream.range(0, 32).toArray();

  @Test
  void a_ring_sends_what_its_closed_form_says_over_every_link_of_a_host() {
    Connections ring = Patterns.rings(CollectiveOp.ALL_REDUCE, List.of(all), 1, 1, BYTES);

    LinkLoads loads = LinkLoads.of(fabric, ring, Routing.HASH, 1, Parts.none(fabric));

    double each = 2 * 31.0 / 32 * BYTES;
    for (int host = 0; host < 32; host++) {
      assertThat(loads.bytes(fabric.firstPort(host))).isCloseTo(each, within(1e-6));
    }
    assertThat(loads.busiestSeconds()).isGreaterThanOrEqualTo(each / 50e9);
  }

  @ParameterizedTest
  @EnumSource
  void bytes_that_leave_hosts_arrive_and_tiers_carry_the_same_up_and_down(Routing routing) {
    Connections pairs = Patterns.allToAll(List.of(all), 1, false, BYTES);

    LinkLoads loads = LinkLoads.of(fabric, pairs, routing, 1, Parts.none(fabric));

    double sent = 31.0 / 32 * BYTES * 32;
    double between = sent * 28 / 31; // 28 of 31 others are below another leaf
    assertThat(sum(loads, NodeKind.ENDPOINT, NodeKind.LEAF)).isCloseTo(sent, within(1e-3));
    assertThat(sum(loads, NodeKind.LEAF, NodeKind.ENDPOINT)).isCloseTo(sent, within(1e-3));
    assertThat(sum(loads, NodeKind.LEAF, NodeKind.SPINE)).isCloseTo(between, within(1e-3));
    assertThat(sum(loads, NodeKind.SPINE, NodeKind.LEAF)).isCloseTo(between, within(1e-3));
  }

  @Test
  void traffic_that_is_spread_loads_all_links_of_a_tier_alike_and_a_hash_does_not() {
    Connections pairs = Patterns.allToAll(List.of(all), 1, false, BYTES);

    LinkLoads spread = LinkLoads.of(fabric, pairs, Routing.SPREAD, 1, Parts.none(fabric));
    LinkLoads hashed = LinkLoads.of(fabric, pairs, Routing.HASH, 1, Parts.none(fabric));

    assertThat(most(spread)).isCloseTo(mean(spread), within(1e-3));
    assertThat(most(hashed)).isGreaterThan(1.05 * mean(hashed));
  }

  @ParameterizedTest
  @EnumSource
  void a_broken_spine_carries_nothing_and_its_bytes_go_over_the_others(Routing routing) {
    Connections pairs = Patterns.allToAll(List.of(all), 1, false, BYTES);
    Problems problems = new Problems();
    Parts broken = Parts.of(fabric, List.of("spine2"), Position.of("--break"), problems);

    LinkLoads loads = LinkLoads.of(fabric, pairs, routing, 1, broken);

    assertThat(problems.any()).isFalse();
    for (int port = 0; port < fabric.ports(); port++) {
      if (broken.holds(port)) {
        assertThat(loads.bytes(port)).isZero();
      }
    }
    double between = 31.0 / 32 * BYTES * 32 * 28 / 31;
    assertThat(sum(loads, NodeKind.LEAF, NodeKind.SPINE)).isCloseTo(between, within(1e-3));
    assertThat(loads.cutOff()).isZero();
    assertThat(most(loads)).isGreaterThan(1.2 * between / 32);
  }

  @Test
  void a_host_whose_only_link_is_broken_is_cut_off() {
    Connections ring = Patterns.rings(CollectiveOp.ALL_REDUCE, List.of(all), 1, 1, BYTES);
    Parts broken = Parts.of(fabric, List.of("gpu5-leaf1"), Position.of("--break"), new Problems());

    assertThat(LinkLoads.of(fabric, ring, Routing.HASH, 1, broken).cutOff()).isEqualTo(2);
  }

  @Test
  void a_part_that_does_not_exist_is_told_with_the_nearest_name() {
    Problems problems = new Problems();

    Parts.of(fabric, List.of("spne2", "leaf0-leaf1"), Position.of("--break"), problems);

    assertThat(problems.list()).hasSize(2);
    assertThat(problems.list().getFirst().hint()).contains("spine2");
  }

  @Test
  void aligned_to_rails_bytes_change_the_rail_inside_the_node() {
    Connections aligned = Patterns.allToAll(List.of(all), 4, true, BYTES);

    for (int i = 0; i < aligned.size(); i++) {
      boolean inside = aligned.src(i) / 4 == aligned.dst(i) / 4;
      assertThat(inside || aligned.src(i) % 4 == aligned.dst(i) % 4).isTrue();
    }
  }

  private double[] tier(LinkLoads loads, NodeKind from, NodeKind to) {
    return IntStream.range(0, fabric.ports())
        .filter(p ->
            fabric.kind(fabric.owner(p)) == from && fabric.kind(fabric.owner(fabric.peer(p))) == to)
        .mapToDouble(loads::bytes)
        .toArray();
  }

  private double sum(LinkLoads loads, NodeKind from, NodeKind to) {
    return Arrays.stream(tier(loads, from, to)).sum();
  }

  private double most(LinkLoads loads) {
    return Arrays.stream(tier(loads, NodeKind.LEAF, NodeKind.SPINE)).max().orElseThrow();
  }

  private double mean(LinkLoads loads) {
    return Arrays.stream(tier(loads, NodeKind.LEAF, NodeKind.SPINE)).average().orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void who_sends_over_a_part_adds_up_to_what_it_carries(Routing routing) {
    Connections pairs = Patterns.allToAll(List.of(all), 1, false, BYTES);
    Parts spine = named("spine1");

    LinkLoads loads = LinkLoads.of(fabric, pairs, routing, 1, named("spine0"), spine);

    double carried =
        IntStream.range(0, fabric.ports()).filter(spine::holds).mapToDouble(loads::bytes).sum();
    Crossings crossings = loads.crossings();
    assertThat(crossings.bytes()).isCloseTo(carried, within(1e-3));
    assertThat(
            crossings.most(Integer.MAX_VALUE).stream().mapToDouble(Crossings.Crossing::bytes).sum())
        .isCloseTo(carried, within(1e-3));
    assertThat(crossings.most(5)).hasSize(5);
    assertThat(crossings.most(5)).allSatisfy(c -> assertThat(c.link()).contains("spine 1"));
  }

  @Test
  void who_sends_over_a_host_s_link_is_the_host() {
    Connections ring = Patterns.rings(CollectiveOp.ALL_REDUCE, List.of(all), 1, 1, BYTES);

    Crossings crossings =
        LinkLoads.of(fabric, ring, Routing.HASH, 1, Parts.none(fabric), named("endpoint5"))
            .crossings();

    double each = 2 * 31.0 / 32 * BYTES;
    assertThat(crossings.count()).isEqualTo(2);
    assertThat(crossings.most(9))
        .extracting(Crossings.Crossing::from, Crossings.Crossing::to)
        .containsExactlyInAnyOrder(tuple(4, 5), tuple(5, 6));
    assertThat(crossings.most(9))
        .allSatisfy(c -> assertThat(c.bytes()).isCloseTo(each, within(1e-6)));
  }

  private Parts named(String name) {
    return Parts.of(fabric, List.of(name), Position.of("--who"), new Problems());
  }
}
