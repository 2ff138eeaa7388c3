package io.busbar.design.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssumptionsTest {
  private final Problems problems = new Problems();

  private Assumptions with(String yaml) {
    return Assumptions.standard()
        .with(TreeReader.parse("prices.yaml", yaml.getBytes(StandardCharsets.UTF_8)), problems);
  }

  @Test
  void every_figure_says_what_it_stands_on() {
    for (Assumption a : Assumptions.standard().all()) {
      boolean read = a.quality() == Quality.SOURCED || a.quality() == Quality.ESTIMATED;
      assertThat(a.source().isEmpty() && read).as(a.name()).isFalse();
      assertThat(a.unit()).as(a.name()).isNotEmpty();
      assertThat(a.name().contains("_usd") && a.quality() == Quality.SOURCED && a.date().isEmpty())
          .as(a.name())
          .isFalse();
    }
  }

  @Test
  void a_number_replaces_the_whole_range() {
    Assumption price = with("switch_usd_per_tbps_roce: 900").get("switch_usd_per_tbps_roce");
    assertThat(price.low()).isEqualTo(900);
    assertThat(price.high()).isEqualTo(900);
    assertThat(price.source()).contains("prices.yaml:1");
  }

  @Test
  void a_range_may_be_given_in_parts() {
    Assumption pue = with("pue: {low: 1.05, likely: 1.1}").get("pue");
    assertThat(pue.low()).isEqualTo(1.05);
    assertThat(pue.likely()).isEqualTo(1.1);
    assertThat(pue.high()).isEqualTo(1.5);
  }

  @Test
  void all_problems_of_a_file_are_told_at_once() {
    with("pu: 1.2\nyears: -3\npue: {low: 2, likely: 1}\nspares_share: {lo: 1}");
    assertThat(problems.list().toString())
        .contains("did you mean 'pue'?", "years", "low, likely and high in this order", "lo");
    assertThat(problems.count()).isEqualTo(4);
  }

  @Test
  void what_is_divided_by_is_above_0_and_a_share_at_most_1() {
    with("years: 0\nnetwork_efficiency_roce: {low: 0}\nexposed_share: 2\nspares_share: 0");
    assertThat(problems.list().toString())
        .contains("years: read '0', expected a number above 0", "a share from 0 to 1");
    assertThat(problems.count()).isEqualTo(3);
  }

  @Test
  void a_list_is_no_file_of_prices() {
    with("[1, 2]");
    assertThat(problems.list().toString()).contains("a mapping of names to numbers");
  }

  @ParameterizedTest
  @CsvSource({"0,1", "0.25,2", "1,4"})
  void quantiles_are_those_of_a_triangle(double probability, double value) {
    Assumption figure = new Assumption("x", 1, 3, 4, "", Quality.ASSUMED, "", "", "");
    double expected = probability == 0.25 ? 1 + Math.sqrt(0.25 * 3 * 2) : value;
    assertThat(figure.quantile(probability)).isCloseTo(expected, within(1e-12));
  }
}
