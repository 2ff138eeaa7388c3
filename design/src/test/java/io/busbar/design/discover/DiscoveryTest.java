package io.busbar.design.discover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import io.busbar.base.problem.InputException;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiscoveryTest {
  /** Two groups of four rails with eight hosts of four adapters; eight uplinks to four spines. */
  private static MadeFabric railTree() {
    return MadeFabric.tree(1, 2, 4, 8, 4, 8, 4, 0);
  }

  private static List<String> codes(Discovery fabric) {
    return fabric.findings().stream().map(Finding::code).toList();
  }

  private static String evidence(Discovery fabric) {
    return fabric.findings().stream().flatMap(f -> f.evidence().stream()).toList().toString();
  }

  @Test
  void a_rail_optimised_tree_without_faults_has_no_findings() {
    Discovery fabric = railTree().discovered();
    FabricAnswer answer = FabricAnswer.of(fabric);

    assertThat(answer.findings()).isEmpty();
    assertThat(answer.hosts()).isEqualTo(16);
    assertThat(answer.adaptersPerHost()).isEqualTo(4);
    assertThat(answer.rails()).isEqualTo(4);
    assertThat(answer.leafGroups()).isEqualTo(2);
    assertThat(answer.pods()).isOne();
    assertThat(answer.oversubscription()).isEqualTo(1, offset(1e-9));
    assertThat(answer.tiers())
        .extracting(t -> t.name() + " " + t.switches() + " " + t.cablesDown() + " " + t.cablesUp())
        .containsExactly("leaf 8 64 64", "spine 4 64 0");
    assertThat(fabric.groupUplinkRate()).containsExactly(1600e9, 1600e9);
    assertThat(fabric.hostRate()).containsOnly(200e9);
  }

  @Test
  void a_plain_tree_has_one_rail_and_each_leaf_is_a_group() {
    FabricAnswer answer = FabricAnswer.of(MadeFabric.tree(1, 4, 1, 4, 2, 4, 4, 0).discovered());

    assertThat(answer.findings()).isEmpty();
    assertThat(answer.rails()).isOne();
    assertThat(answer.leafGroups()).isEqualTo(4);
    assertThat(answer.oversubscription()).isEqualTo(2, offset(1e-9));
  }

  @Test
  void a_leaf_may_serve_two_rails() {
    FabricAnswer answer = FabricAnswer.of(MadeFabric.tree(1, 2, 2, 4, 4, 4, 4, 0).discovered());

    assertThat(answer.rails()).isEqualTo(2);
    assertThat(answer.adaptersPerHost()).isEqualTo(4);
    assertThat(answer.findings()).isEmpty();
  }

  @Test
  void three_tiers_have_pods_and_cores() {
    FabricAnswer answer = FabricAnswer.of(MadeFabric.tree(3, 2, 2, 4, 2, 4, 2, 2).discovered());

    assertThat(answer.pods()).isEqualTo(3);
    assertThat(answer.leafGroups()).isEqualTo(6);
    assertThat(answer.tiers()).extracting(FabricAnswer.Tier::name).endsWith("core");
    assertThat(answer.tiers().get(2).switches()).isEqualTo(4);
    assertThat(answer.findings()).isEmpty();
  }

  @Test
  void exchanged_cables_of_a_host_are_two_miscabled_rails() {
    Discovery fabric = railTree().swap("node00003 mlx5_1", "node00003 mlx5_2").discovered();

    assertThat(codes(fabric)).containsExactly("miscabled-rail");
    assertThat(fabric.findings().getFirst().evidence())
        .containsExactly(
            "node00003 mlx5_1 -> leaf-0-0-2 port 3, on rail 2 instead of 1",
            "node00003 mlx5_2 -> leaf-0-0-1 port 3, on rail 1 instead of 2");
  }

  @Test
  void cables_exchanged_between_groups_are_strays() {
    Discovery fabric = railTree().swap("node00003 mlx5_1", "node00012 mlx5_1").discovered();

    assertThat(codes(fabric)).containsExactly("stray-adapter");
    assertThat(fabric.findings().getFirst().evidence()).hasSize(2);
  }

  @Test
  void a_link_at_half_its_width_is_degraded() {
    Discovery fabric = railTree().rate("leaf-0-1-2", 103, "2xNDR").discovered();

    assertThat(codes(fabric)).contains("degraded-link", "asymmetric-leaf");
    assertThat(evidence(fabric)).contains("leaf-0-1-2 port 103").contains("2x NDR, others 4x NDR");
  }

  @Test
  void a_link_above_the_others_is_told_because_the_others_may_be_degraded() {
    Discovery fabric = railTree().rate("leaf-0-1-2", 103, "4xXDR").discovered();

    assertThat(codes(fabric)).contains("mixed-rates").doesNotContain("degraded-link");
    assertThat(evidence(fabric)).contains("leaf-0-1-2 port 103").contains("4x XDR, others 4x NDR");
  }

  @Test
  void a_missing_uplink_is_found_by_the_pattern_of_the_others() {
    Discovery fabric = railTree().cut("leaf-0-1-2", 101).discovered();

    assertThat(codes(fabric)).contains("missing-link", "asymmetric-leaf");
    assertThat(evidence(fabric)).contains("leaf-0-1-2 - spine-0-1: 1 of 2 cables");
    assertThat(evidence(fabric)).contains("leaf-0-1-2: 1.14:1 with 8 cables down and 7 up");
  }

  @Test
  void a_host_without_one_of_its_adapters_is_named() {
    Discovery fabric = railTree().cut("node00005 mlx5_3", 1).discovered();

    assertThat(codes(fabric)).contains("missing-adapter");
    assertThat(evidence(fabric)).contains("node00005 has 3 of 4");
  }

  @Test
  void parts_without_a_link_between_them_are_critical() {
    String two = railTree().text();
    String renamed =
        two.replace("b859f603001", "b859f603002")
            .replace("\"leaf", "\"x-leaf")
            .replace("node0", "y0");
    Discovery fabric = MadeFabric.discovered(two + renamed);

    assertThat(fabric.findings().getFirst().code()).isEqualTo("disconnected");
    assertThat(fabric.findings().getFirst().severity()).isEqualTo(Severity.CRITICAL);
  }

  @Test
  void rails_without_links_between_them_are_a_design() {
    MadeFabric made = MadeFabric.tree(1, 1, 4, 8, 4, 4, 4, 0);
    for (int rail = 0; rail < 4; rail++) {
      for (int up = 0; up < 4; up++) {
        made.cut("leaf-0-0-" + rail, 100 + up);
      }
    }
    Discovery fabric = made.discovered();

    assertThat(codes(fabric)).containsExactly("rails-apart");
  }

  @Test
  void guids_used_twice_come_first() {
    String text = railTree().text();
    String guid = text.substring(text.indexOf("caguid=0x") + 9).substring(0, 16);
    String other = String.format("%016x", Long.parseUnsignedLong(guid, 16) + 9);
    Discovery fabric = MadeFabric.discovered(text.replace(other, guid));

    assertThat(fabric.findings().getFirst().code()).isEqualTo("duplicate-guid");
  }

  @Test
  void a_cut_dump_is_used_and_said_to_be_cut() {
    String text = railTree().text();
    Discovery fabric = MadeFabric.discovered(text.substring(0, text.length() * 2 / 3));

    assertThat(codes(fabric)).contains("cut-dump");
    assertThat(fabric.hosts()).hasSize(16);
  }

  @Test
  void a_service_host_on_a_spine_leaves_it_a_spine() {
    String text = MadeFabric.tree(1, 2, 4, 24, 4, 24, 4, 0).text();
    String ufm =
        """

        caguid=0xb859f60399999999
        Ca\t1 "H-b859f60399999999"\t\t# "ufm1 mlx5_0"
        [1](b859f60399999999) \t"S-b859f60300100000"[511]\t\t# lid 9 lmc 0 "spine-0-0" lid 7 4xNDR
        """;
    FabricAnswer answer = FabricAnswer.of(MadeFabric.discovered(text + ufm));

    assertThat(answer.tiers().get(1).switches()).isEqualTo(4);
    assertThat(answer.rails()).isEqualTo(4);
  }

  @Test
  void names_of_devices_by_slot_are_as_good_as_numbers() {
    String text = railTree().text().replaceAll("mlx5_(\\d)", "ibp1$1s0");
    FabricAnswer answer = FabricAnswer.of(MadeFabric.discovered(text));

    assertThat(answer.rails()).isEqualTo(4);
    assertThat(answer.findings()).isEmpty();
  }

  @Test
  void adapters_that_name_only_their_product_are_hosts_of_their_own() {
    String text = railTree().text().replaceAll("node\\d+ mlx5_\\d", "MT4129 ConnectX7 Mellanox");
    FabricAnswer answer = FabricAnswer.of(MadeFabric.discovered(text));

    assertThat(answer.hosts()).isEqualTo(64);
    assertThat(answer.adaptersPerHost()).isOne();
  }

  @Test
  void what_is_no_dump_is_refused() {
    assertThatThrownBy(() -> MadeFabric.discovered("hello\nworld\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("output of ibnetdiscover or iblinkinfo");
    Discovery alone = MadeFabric.discovered("Switch\t4 \"S-0000000000000001\"\t# \"s\" lid 1\n");
    assertThatThrownBy(alone::withHosts)
        .isInstanceOf(InputException.class)
        .hasMessageContaining("it names none");
  }

  @Test
  void ten_thousand_hosts_are_five_megabytes_and_read() {
    String text = MadeFabric.tree(10, 32, 1, 32, 1, 32, 32, 16).text();
    assertThat(text.length()).isGreaterThan(5_000_000);

    FabricAnswer answer = FabricAnswer.of(MadeFabric.discovered(text));

    assertThat(answer.hosts()).isEqualTo(10_240);
    assertThat(answer.tiers())
        .extracting(FabricAnswer.Tier::switches)
        .containsExactly(320, 320, 512);
    assertThat(answer.findings()).isEmpty();
  }
}
