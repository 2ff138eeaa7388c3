package io.busbar.fleet.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeersTest {
  private static final String DAY = "2026-11-01";

  @Test
  void every_comparison_and_its_thresholds_stand_with_a_source_and_in_the_documents()
      throws IOException {
    String page = Files.readString(Path.of("../docs/fleet.md"));
    assertThat(PeerRule.ALL).hasSizeGreaterThan(4);
    for (PeerRule rule : PeerRule.ALL) {
      assertThat(page).contains("`" + rule.code() + "`");
      assertThat(rule.threshold("peers")).isGreaterThanOrEqualTo(8);
      assertThat(rule.thresholds()).allSatisfy(t -> assertThat(t.source()).isNotBlank());
    }
  }

  /** Tables of the normal distribution: 1.6449, 2.3263, 3.0902, 4.7534 and 5.9978. */
  @Test
  void how_far_a_normal_figure_goes_is_that_of_tables() {
    assertThat(Chances.deviations(0.05)).isCloseTo(1.6449, within(1e-3));
    assertThat(Chances.deviations(0.01)).isCloseTo(2.3263, within(1e-3));
    assertThat(Chances.deviations(0.001)).isCloseTo(3.0902, within(1e-3));
    assertThat(Chances.deviations(1e-6)).isCloseTo(4.7534, within(1e-3));
    assertThat(Chances.deviations(1e-9)).isCloseTo(5.9978, within(1e-3));
  }

  @Test
  void the_only_host_that_no_good_table_clears_is_ill() {
    Culprits culprits = new Culprits();
    culprits.low("t1", DAY, List.of("a", "b"));
    culprits.other("t1", DAY, List.of("a", "b"));
    culprits.other("t2", DAY, List.of("b", "c"));

    assertThat(culprits.left(DAY, List.of("a", "b"))).containsExactly("a");
    assertThat(culprits.isIll(DAY, "a")).isTrue();
    assertThat(culprits.isIll(DAY, "b")).isFalse();
  }

  @Test
  void where_several_are_left_nobody_is_named_and_another_day_clears_nobody() {
    Culprits culprits = new Culprits();
    culprits.low("t1", DAY, List.of("a", "b"));
    culprits.other("t1", DAY, List.of("a", "b"));
    culprits.other("t2", "2026-11-02", List.of("b", "c"));

    assertThat(culprits.left(DAY, List.of("a", "b"))).containsExactlyInAnyOrder("a", "b");
    assertThat(culprits.isIll(DAY, "a")).isFalse();
    assertThat(culprits.isIll(DAY, "b")).isFalse();
  }
}
