package io.busbar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StepConstantsTest {
  private static final StepConstants STANDARD = StepConstants.standard();

  @Test
  void every_constant_lies_within_its_bounds_and_names_a_source() {
    assertThat(STANDARD.all())
        .allSatisfy(c -> {
          assertThat(c.value()).as(c.name()).isBetween(c.low(), c.high());
          assertThat(c.low()).as(c.name()).isLessThan(c.high());
          assertThat(c.source()).as(c.name()).isNotBlank();
        });
  }

  @Test
  void another_value_leaves_the_original_alone() {
    StepConstants other = STANDARD.with("contention", 0.3);
    assertThat(other.value("contention")).isEqualTo(0.3);
    assertThat(STANDARD.value("contention")).isNotEqualTo(0.3);
  }

  @Test
  void refuses_an_unknown_name() {
    assertThatThrownBy(() -> STANDARD.with("luck", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("luck");
  }
}
