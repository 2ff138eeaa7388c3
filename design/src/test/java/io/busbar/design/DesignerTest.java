package io.busbar.design;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.report.Finding;
import io.busbar.design.answer.DesignAnswer;
import io.busbar.design.site.CableRun;
import java.util.List;
import org.junit.jupiter.api.Test;

class DesignerTest {
  @Test
  void ten_thousand_gpus_are_forty_units_of_three_tiers() {
    DesignAnswer a = Asked.answer("gpus", "10000", "node", "dgx-h100", "growth", "16384");
    assertThat(a.nodes()).isEqualTo(1250);
    assertThat(a.leafSwitches()).isEqualTo(320);
    assertThat(a.spineSwitches()).isEqualTo(320);
    assertThat(a.coreSwitches()).isEqualTo(256);
    assertThat(a.nodeLeafCables()).isEqualTo(10_000);
    assertThat(a.leafSpineCables()).isEqualTo(10_240);
    assertThat(a.spineCoreCables()).isEqualTo(10_240);
    assertThat(a.bisectionShare()).isEqualTo(1);
    assertThat(a.diameterSwitches()).isEqualTo(5);
    assertThat(a.growth().laidOutForGpus()).isEqualTo(16_384);
    assertThat(a.growth().addedLeaves()).isEqualTo(192);
    assertThat(a.growth().addedSpines()).isEqualTo(192);
    assertThat(a.growth().largestGpus()).isEqualTo(65_536);
  }

  /** 24 leaves with 32 links each need 12 spines of 64 ports, and get 16. */
  @Test
  void three_units_say_why_they_have_sixteen_spines() {
    DesignAnswer a = Asked.answer("gpus", "760", "node", "dgx-h100");
    assertThat(a.findings()).extracting(Finding::code).containsExactly("divisibility");
    assertThat(a.findings().getFirst().title()).contains("16 spines", "need 12");
  }

  @Test
  void a_sheet_that_counts_too_few_switches_is_told() {
    DesignAnswer a = Asked.answer("gpus", "16384", "node", "dgx-h100", "claim", "switches=768");
    assertThat(a.findings().getFirst().title()).contains("768 claimed, 1,280 by the sizing rules");
  }

  /** A published row prints 9,216 GPUs beside cables for 10,368. */
  @Test
  void an_erratum_of_a_published_table_is_told() {
    DesignAnswer a =
        Asked.answer(
            "gpus",
            "10368",
            "node",
            "dgx-b300",
            "switch",
            "q3400-ra",
            "claim",
            "gpus=9216,node_leaf_cables=10368,leaf_switches=144,spine_switches=72");
    assertThat(a.findings()).extracting(Finding::title).hasSize(1);
    assertThat(a.findings().getFirst().title()).contains("9,216 claimed, 10,368");
  }

  @Test
  void a_lost_switch_of_two_planes_cuts_nobody_off() {
    DesignAnswer a =
        Asked.answer(
            "gpus", "4096", "node", "dgx-b300", "switch", "sn5610", "topology", "multi-plane");
    assertThat(a.planes()).isEqualTo(2);
    assertThat(a.failureDomains().get(1).effect()).contains("no GPU is cut off");
    assertThat(a.failureDomains().getFirst().lostShare()).isEqualTo(0.5);
  }

  @Test
  void a_node_beside_its_switch_takes_copper_and_xdr_takes_no_multimode() {
    assertThat(Asked.answer("gpus", "16", "node", "dgx-h100").cables())
        .extracting(CableRun::medium)
        .containsExactly("copper");
    assertThat(Asked.answer("gpus", "4608", "node", "dgx-b300").cables())
        .extracting(CableRun::medium)
        .containsOnly("single-mode fibre");
  }

  @Test
  void one_gpu_gets_one_node_and_one_switch() {
    DesignAnswer a = Asked.answer("gpus", "1", "node", "dgx-h100");
    assertThat(a.gpus()).isEqualTo(8);
    assertThat(a.leafSwitches()).isEqualTo(1);
    assertThat(a.spineSwitches()).isZero();
    assertThat(a.assumptions().toString()).contains("rounded up");
  }

  @Test
  void every_wrong_option_is_told_at_once() {
    List<String> problems =
        Asked.problems(
            "gpus",
            "-4",
            "node",
            "dgx-h10",
            "switch",
            "qm97",
            "topology",
            "rail-fat",
            "oversubscription",
            "1:2",
            "planes",
            "0",
            "growth",
            "x",
            "budget",
            "lots",
            "compare",
            "ib,rocey",
            "claim",
            "leaves=3",
            "uplink",
            "400",
            "draws",
            "1");
    assertThat(problems).hasSize(12);
    assertThat(problems.toString())
        .contains("did you mean 'dgx-h100'?")
        .contains("did you mean 'qm9700'?")
        .contains("did you mean 'rail-fat-tree'?")
        .contains("did you mean 'roce'?");
  }

  @Test
  void what_cannot_be_built_says_what_can() {
    assertThat(Asked.problems("gpus", "1024", "node", "dgx-h100", "oversubscription", "100:1"))
        .first()
        .asString()
        .contains("the nearest is 63:1");
    assertThat(Asked.problems("gpus", "1024", "node", "dgx-b300", "switch", "sn5400"))
        .first()
        .asString()
        .contains("64 x 400 Gb/s", "2 planes");
    assertThat(Asked.problems("gpus", "9000000", "node", "dgx-h100"))
        .first()
        .asString()
        .contains("three tiers of such switches join at most 8,192 hosts");
    assertThat(Asked.problems("gpus", "64", "node", "l40s-pcie", "topology", "nvl-rail"))
        .isNotEmpty();
    assertThat(Asked.problems("gpus", "64", "node", "dgx-h100", "switch", "nvswitch-3"))
        .first()
        .asString()
        .contains("a network switch");
    assertThat(
            Asked.problems(
                "gpus", "8192", "node", "dgx-h100", "spine-switch", "sn4600c", "network", "roce"))
        .first()
        .asString()
        .contains("ports of 400 Gb/s");
  }

  @Test
  void an_option_that_would_be_left_out_is_refused() {
    assertThat(Asked.problems("gpus", "64", "node", "dgx-h100", "spine-switch", "sn5600"))
        .singleElement()
        .asString()
        .contains("--spine-switch", "a switch for InfiniBand", "qm9700");
    assertThat(Asked.problems("gpus", "64", "node", "dgx-h100", "spine-switch", "nvswitch-3"))
        .singleElement()
        .asString()
        .contains("--spine-switch", "a network switch");
    assertThat(Asked.problems("gpus", "64", "node", "dgx-h100", "budget", "500M"))
        .singleElement()
        .asString()
        .contains("either --gpus or --budget");
    assertThat(Asked.problems("gpus", "64", "node", "dgx-h100", "spares", "64"))
        .singleElement()
        .asString()
        .contains("--spares", "'64'", "64 ports");
  }

  @Test
  void no_pod_hangs_on_one_spine() {
    // 63 pods of two leaves and one spine each would take one switch less
    DesignAnswer a =
        Asked.answer(
            "gpus", "6000", "node", "dgx-h100", "topology", "fat-tree", "oversubscription", "3:1");
    assertThat(a.leafSwitches()).isEqualTo(125);
    assertThat(a.spineSwitches()).isEqualTo(64);
    assertThat(a.coreSwitches()).isEqualTo(32);
    assertThat(a.failureDomains().get(3).lostShare()).isLessThan(0.1);
  }

  @Test
  void no_question_asks_for_one() {
    assertThat(Asked.problems().toString()).contains("--gpus", "--node", "--budget 500M");
  }

  @Test
  void two_answers_to_one_question_are_equal() {
    String[] question = {"gpus", "2048", "node", "dgx-h100", "compare", "ib,roce"};
    assertThat(Asked.answer(question)).isEqualTo(Asked.answer(question));
  }

  @Test
  void a_drawing_of_any_size_stays_small() {
    for (String gpus : List.of("8", "1000", "10000", "65536")) {
      assertThat(Asked.designed("gpus", gpus, "node", "dgx-h100").picture().shapes())
          .hasSizeLessThan(220);
    }
  }
}
