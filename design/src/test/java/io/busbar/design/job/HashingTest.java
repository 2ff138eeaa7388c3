package io.busbar.design.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.design.answer.DesignAnswer.Collisions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against exact multinomial sums that were computed independently. */
class HashingTest {
  @ParameterizedTest
  @CsvSource({"8,.344", "16,.356", "32,.362", "64,.365"})
  void a_third_of_the_links_is_idle(int n, double idle) {
    assertThat(Hashing.row(n, n, 1, 1).idleShare()).isCloseTo(idle, within(0.0006));
  }

  @Test
  void draws_agree_with_the_formula_and_with_themselves() {
    Collisions row = Hashing.row(32, 128, 4, 7);
    assertThat(row.drawnFactor()).isCloseTo(row.slowestFactor(), within(0.1));
    assertThat(Hashing.row(32, 128, 4, 7)).isEqualTo(row);
  }
}
