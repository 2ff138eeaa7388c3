package io.busbar.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.report.Finding;
import io.busbar.design.answer.CostAnswer;
import io.busbar.design.answer.CostAnswer.Line;
import io.busbar.design.answer.DecisionAnswer;
import io.busbar.design.answer.DecisionAnswer.Flip;
import io.busbar.design.answer.DesignAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CostTest {
  @TempDir Path folder = Path.of("");

  private String prices(String yaml) throws IOException {
    return Files.writeString(folder.resolve("prices.yaml"), yaml).toString();
  }

  private static CostAnswer cost(String... options) {
    return Objects.requireNonNull(Asked.answer(options).cost());
  }

  private static DecisionAnswer decision(String... options) {
    return Objects.requireNonNull(Asked.answer(options).decision());
  }

  private static double line(CostAnswer cost, String item) {
    return cost.capital().stream()
        .filter(l -> l.item().equals(item))
        .mapToDouble(Line::likelyUsd)
        .findFirst()
        .orElseThrow();
  }

  /** A public sheet: 48 switches of $36,000 for 1,024 GPUs, cables $1,280 each of 2,048. */
  @Test
  void a_public_sheet_is_reproduced_from_its_own_prices() throws IOException {
    String file = prices("switch_usd_per_tbps_ib: 1406.25\ncable_usd_per_400g_ib: 1279.296875\n");
    CostAnswer cost = cost("gpus", "1024", "node", "dgx-h100", "prices", file);
    assertThat(line(cost, "switches")).isCloseTo(1_728_000, within(1.0));
    assertThat(line(cost, "cables and optics")).isCloseTo(2_620_000, within(1.0));
    assertThat(cost.networkPerGpuUsd()).isCloseTo(4246, within(1.0));
  }

  @Test
  void energy_is_power_times_pue_times_the_year() throws IOException {
    String file = prices("pue: 1.2\nutilisation: 1\nelectricity_usd_per_kwh: 0.1\n");
    CostAnswer cost = cost("gpus", "1024", "node", "dgx-h100", "prices", file);
    Line energy = cost.yearly().getFirst();
    assertThat(energy.likelyUsd()).isCloseTo(energy.count() * 1.2 * 8760 * 0.1, within(0.01));
  }

  @Test
  void the_parts_of_a_bill_add_up() {
    CostAnswer cost = cost("gpus", "4096", "node", "dgx-h100", "network", "roce");
    double capital = cost.capital().stream().mapToDouble(Line::likelyUsd).sum();
    double yearly = cost.yearly().stream().mapToDouble(Line::likelyUsd).sum();
    assertThat(cost.capexUsd()).isCloseTo(capital, within(0.01));
    assertThat(cost.totalUsd()).isCloseTo(capital + cost.years() * yearly, within(0.01));
    assertThat(cost.totalLowUsd()).isLessThan(cost.totalUsd());
    assertThat(cost.totalHighUsd()).isGreaterThan(cost.totalUsd());
    assertThat(cost.perGpuUsd()).isCloseTo(cost.totalUsd() / 4096, within(0.01));
  }

  @Test
  void a_budget_buys_the_largest_cluster_that_it_pays() {
    CostAnswer cost = cost("budget", "500M", "node", "dgx-h100");
    CostAnswer.Budget budget = Objects.requireNonNull(cost.budget());
    assertThat(cost.capexUsd()).isLessThanOrEqualTo(500e6);
    assertThat(budget.leftUsd()).isBetween(0.0, 4e6);
    assertThat(budget.gpusAtHighPrices()).isLessThan(budget.gpus());
    assertThat(budget.gpusAtLowPrices()).isGreaterThan(budget.gpus());
    assertThat(cost("gpus", String.valueOf(budget.gpus() + 64), "node", "dgx-h100").capexUsd())
        .isGreaterThan(500e6);
  }

  @Test
  void a_budget_beyond_the_ports_of_the_switches_says_so() {
    DesignAnswer all = Asked.answer("budget", "5B", "node", "dgx-h100");
    assertThat(all.gpus()).isEqualTo(65_536);
    assertThat(all.findings()).extracting(Finding::code).contains("ports-before-money");
    assertThat(Asked.answer("budget", "500M", "node", "dgx-h100").findings())
        .extracting(Finding::code)
        .doesNotContain("ports-before-money");
  }

  @Test
  void a_budget_for_no_node_says_what_one_costs() {
    assertThat(Asked.problems("budget", "$1000", "node", "dgx-h100"))
        .first()
        .asString()
        .contains("at least $", "one node");
  }

  @Test
  void a_family_that_is_cheaper_and_as_good_wins_every_draw() throws IOException {
    String file =
        prices(
            "network_efficiency_roce: 1\nswitch_usd_per_tbps_roce: 100\nnic_usd_roce: 100\n"
                + "cable_usd_per_400g_roce: 100\nbringup_engineer_years_roce: 0\n"
                + "operation_engineers_roce: 0\nsupport_share_roce: 0\n");
    DecisionAnswer d =
        decision("gpus", "4096", "node", "dgx-h100", "compare", "ib,roce", "prices", file);
    assertThat(d.cheaper()).isEqualTo("roce");
    assertThat(d.cheaperShare()).isEqualTo(1);
  }

  @Test
  void equal_families_have_no_winner() throws IOException {
    String file =
        prices(
            "network_efficiency_roce: 1\nswitch_usd_per_tbps_roce: 1700\n"
                + "switch_usd_per_tbps_ib: 1700\nnic_usd_roce: 1700\nnic_usd_ib: 1700\n"
                + "cable_usd_per_400g_roce: {low: 500, likely: 1000, high: 1500}\n"
                + "cable_usd_per_400g_ib: {low: 500, likely: 1000, high: 1500}\n"
                + "bringup_engineer_years_roce: 1\nbringup_engineer_years_ib: 1\n"
                + "operation_engineers_roce: 1\noperation_engineers_ib: 1\n"
                + "support_share_roce: 0.05\nsupport_share_ib: 0.05\n");
    DecisionAnswer d =
        decision(
            "gpus",
            "2048",
            "node",
            "dgx-h100",
            "compare",
            "ib,roce",
            "prices",
            file,
            "draws",
            "2000");
    assertThat(d.cheaperShare()).isBetween(0.5, 0.56);
    assertThat(d.decision()).startsWith("no clear winner");
    assertThat(d.deciding().getFirst().input()).startsWith("cable_usd_per_400g");
  }

  @Test
  void both_cost_the_same_where_the_decision_turns() throws IOException {
    DecisionAnswer d = decision("gpus", "4096", "node", "dgx-h100", "compare", "ib,roce");
    Flip flip =
        d.flips().stream()
            .filter(f -> f.input().equals("switch_usd_per_tbps_roce"))
            .findFirst()
            .orElseThrow();
    String file = prices("switch_usd_per_tbps_roce: " + flip.flipsAt());
    DecisionAnswer there =
        decision("gpus", "4096", "node", "dgx-h100", "compare", "ib,roce", "prices", file);
    assertThat(there.candidates().getFirst().perUnitUsd())
        .isCloseTo(there.candidates().getLast().perUnitUsd(), within(1e-6));
  }

  @Test
  void a_decision_has_ten_dimensions_and_names_all_its_figures() {
    DecisionAnswer d = decision("gpus", "1024", "node", "dgx-h100", "compare", "ib,roce");
    assertThat(d.dimensions()).hasSize(10);
    assertThat(d.dimensions())
        .allSatisfy(r -> assertThat(r.ib() + r.roce() + r.winner() + r.why()).doesNotContain("{"));
    assertThat(d.flips().getFirst().input()).isEqualTo("gpus");
    assertThat(d.candidates().getFirst().switchModel()).isEqualTo("qm9700");
  }

  @Test
  void figures_at_their_limits_still_have_an_answer() throws IOException {
    String file =
        prices("exposed_share: 1\ngpu_usd_h100: 0\nengineer_usd_per_year: 0\nutilisation: 0\n");
    DecisionAnswer d =
        decision("gpus", "1024", "node", "dgx-h100", "compare", "ib,roce", "prices", file);
    assertThat(d.cheaperShare()).isBetween(0.5, 1.0);
  }

  @Test
  void seeds_draw_differently_and_decide_alike() {
    String[] one = {"gpus", "4096", "node", "dgx-h100", "compare", "ib,roce", "seed", "1"};
    String[] two = {"gpus", "4096", "node", "dgx-h100", "compare", "ib,roce", "seed", "2"};
    double first = decision(one).cheaperShare();
    double second = decision(two).cheaperShare();
    assertThat(first).isNotEqualTo(second);
    assertThat(first).isCloseTo(second, within(0.1));
  }
}
