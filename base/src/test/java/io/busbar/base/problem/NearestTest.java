package io.busbar.base.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  private static final List<String> NAMES =
      List.of("h100-sxm", "h200-sxm", "a100-sxm-80gb", "b200-sxm", "gb200-nvl72", "mi300x");

  @ParameterizedTest
  @CsvSource({
    "h100sxm, h100-sxm",
    "H100_SXM, h100-sxm",
    "h10-sxm, h100-sxm",
    "h1000-sxm, h100-sxm",
    "h010-sxm, h100-sxm",
    "gb200-nvl27, gb200-nvl72",
    "mi300, mi300x",
  })
  void finds_the_name_that_a_slip_of_the_finger_meant(String typed, String meant) {
    assertThat(Nearest.of(typed, NAMES)).contains(meant);
  }

  @Test
  void finds_a_name_that_contains_what_was_typed() {
    assertThat(Nearest.of("80gb", NAMES)).contains("a100-sxm-80gb");
  }

  @Test
  void proposes_nothing_for_a_text_that_is_far_from_every_name() {
    assertThat(Nearest.of("abacus", NAMES)).isEmpty();
    assertThat(Nearest.of("", NAMES)).isEmpty();
    assertThat(Nearest.of("x".repeat(100), NAMES)).isEmpty();
    assertThat(Nearest.of("h100", List.of())).isEmpty();
  }

  @Test
  void a_short_text_is_not_turned_into_any_other_short_text() {
    assertThat(Nearest.of("qq", List.of("tp", "pp", "cp"))).isEmpty();
  }

  @Test
  void says_it_as_a_question() {
    assertThat(Nearest.hint("modle", List.of("model", "cluster")))
        .isEqualTo("did you mean 'model'?");
    assertThat(Nearest.hint("abacus", List.of("model", "cluster"))).isEmpty();
  }
}
