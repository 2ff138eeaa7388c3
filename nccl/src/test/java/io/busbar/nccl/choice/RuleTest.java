package io.busbar.nccl.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.cost.Capabilities;
import io.busbar.nccl.cost.Communicator;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Why something is left out. */
class RuleTest {

  private static String reason(Communicator c, NcclFunction f, Algorithm a, Protocol p) {
    Exclusion exclusion = new Tuner(c).exclusion(f, a, p);
    return exclusion == null ? "" : exclusion.rule();
  }

  private static String nvls(Communicator c) {
    return reason(c, NcclFunction.ALL_REDUCE, Algorithm.NVLS, Protocol.SIMPLE);
  }

  private static String ll128(Communicator c) {
    return reason(c, NcclFunction.ALL_REDUCE, Algorithm.RING, Protocol.LL128);
  }

  @ParameterizedTest
  @EnumSource
  void every_rule_has_a_text_without_open_braces(Rule rule) {
    Case c =
        new Case(
            Machines.h100(2, "2.27.7"),
            NcclFunction.ALL_GATHER,
            Algorithm.COLLNET_DIRECT,
            Protocol.LL128);
    Exclusion exclusion = RuleTexts.exclusion(rule, c);

    assertThat(exclusion.why()).isNotBlank().doesNotContain("{").endsWith(".");
    assertThat(exclusion.verify()).isNotBlank().doesNotContain("{");
    assertThat(exclusion.source()).isNotBlank();
  }

  @ParameterizedTest
  @CsvSource({
    "BROADCAST, TREE, SIMPLE, function-not-implemented",
    "ALL_GATHER, TREE, LL, function-not-implemented",
    "ALL_REDUCE, PAT, SIMPLE, function-not-implemented",
    "ALL_REDUCE, NVLS, LL, protocol-not-implemented",
    "ALL_REDUCE, COLLNET_DIRECT, SIMPLE, collnet-switched-off",
    "ALL_REDUCE, NVLS_TREE, SIMPLE, nvls-tree-needs-nodes",
    "ALL_GATHER, PAT, SIMPLE, pat-needs-one-gpu-per-node",
    "ALL_REDUCE, NVLS, SIMPLE, ''",
    "ALL_REDUCE, RING, LL128, ''",
  })
  void one_node_of_h100_lacks(NcclFunction f, Algorithm a, Protocol p, String rule) {
    assertThat(reason(Machines.h100(1, "2.27.7"), f, a, p)).isEqualTo(rule);
  }

  @Test
  void nvls_needs_each_of_its_conditions() {
    Communicator c = Machines.h100(1, "2.27.7");

    assertThat(nvls(Machines.h100(1, "2.27.7", "NCCL_NVLS_ENABLE=0")))
        .isEqualTo("nvls-switched-off");
    assertThat(nvls(Machines.h100(1, "2.27.7", "NCCL_ALGO=^NVLS")))
        .isEqualTo("excluded-by-nccl-algo");
    assertThat(nvls(Machines.with(c, Capabilities.NVSWITCH, 80, 90)))
        .isEqualTo("nvls-needs-hopper");
    assertThat(nvls(Machines.with(c, Capabilities.PLAIN, 90, 90))).isEqualTo("nvls-needs-nvswitch");
    assertThat(nvls(Machines.with(c, capabilities(11_080, true), 90, 90)))
        .isEqualTo("nvls-needs-cuda-12-1");
    assertThat(nvls(Machines.with(c, capabilities(12_040, false), 90, 90)))
        .isEqualTo("nvls-no-multicast");
    assertThat(nvls(Machines.h100(4, "2.27.7"))).isEqualTo("nvls-nodes-need-collnet");
  }

  private static Capabilities capabilities(int cuda, boolean multicast) {
    return new Capabilities(true, multicast, cuda, false, false, 0, true);
  }

  @Test
  void nvls_over_nodes_runs_with_sharp() {
    Communicator c =
        Machines.with(
            Machines.h100(4, "2.27.7", "NCCL_COLLNET_ENABLE=1"),
            Capabilities.NVSWITCH.withCollnet(8),
            90,
            90);

    assertThat(nvls(c)).isEmpty();
    assertThat(reason(c, NcclFunction.ALL_GATHER, Algorithm.NVLS, Protocol.SIMPLE)).isEmpty();
    assertThat(reason(c, NcclFunction.ALL_REDUCE, Algorithm.COLLNET_DIRECT, Protocol.SIMPLE))
        .isEqualTo("no-bandwidth");
  }

  @Test
  void ll128_needs_equal_gpus_until_2_30_6() {
    Communicator old = Machines.h100(2, "2.29.7");
    Communicator now = Machines.h100(2, "2.30.7");

    assertThat(ll128(Machines.with(old, Capabilities.NVSWITCH, 90, 100)))
        .isEqualTo("ll128-mixed-gpus");
    assertThat(ll128(Machines.with(now, Capabilities.NVSWITCH, 90, 100))).isEmpty();
    assertThat(ll128(Machines.with(now, Capabilities.NVSWITCH, 80, 90)))
        .isEqualTo("ll128-mixed-gpus");
    assertThat(ll128(Machines.with(now, Capabilities.NVSWITCH, 61, 61))).isEqualTo("ll128-old-gpu");
  }

  @Test
  void asking_for_ll128_overrides_what_is_held_unsafe() {
    Communicator c =
        Machines.with(
            Machines.h100(1, "2.27.7", "NCCL_PROTO=LL128"), Capabilities.NVSWITCH, 61, 61);

    assertThat(ll128(c)).isEmpty();
    assertThat(reason(c, NcclFunction.ALL_REDUCE, Algorithm.RING, Protocol.LL))
        .isEqualTo("excluded-by-nccl-proto");
  }

  @Test
  void a_reason_carries_the_figures_of_the_communicator_and_a_way_to_see_it() {
    Exclusion exclusion =
        Objects.requireNonNull(
            new Tuner(Machines.h100(4, "2.27.7"))
                .exclusion(NcclFunction.ALL_GATHER, Algorithm.PAT, Protocol.SIMPLE));

    assertThat(exclusion.why()).contains("32 ranks on 4 nodes");
    assertThat(exclusion.verify()).contains("NCCL_DEBUG=INFO");
  }
}
