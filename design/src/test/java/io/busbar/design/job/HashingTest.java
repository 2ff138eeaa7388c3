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
  @CsvSource({"8,2.597", "16,3.078", "32,3.533", "64,3.958"})
  void as_many_flows_as_links_have_this_expected_most(int n, double most) {
    assertThat(Hashing.expectedMost(n, n)).isCloseTo(most, within(0.0006));
  }

  @ParameterizedTest
  @CsvSource({
    "32,4,2.16",
    "32,16,1.55",
    "32,32,1.38",
    "64,4,2.34",
    "64,16,1.63",
    "64,32,1.44",
    "8,4,1.76",
    "8,16,1.37",
    "8,32,1.26"
  })
  void queue_pairs_even_it_out(int n, int q, double factor) {
    assertThat(Hashing.expectedMost(n, n * q) / q).isCloseTo(factor, within(0.006));
  }

  @ParameterizedTest
  @CsvSource({"8,.344", "16,.356", "32,.362", "64,.365"})
  void a_third_of_the_links_is_idle(int n, double idle) {
    assertThat(Hashing.row(n, n, 1, 1).idleShare()).isCloseTo(idle, within(0.0006));
  }

  @Test
  void eight_flows_hardly_ever_miss_each_other() {
    assertThat(Hashing.atMost(8, 8, 1)).isCloseTo(0.0024, within(0.00005));
  }

  @Test
  void draws_agree_with_the_formula_and_with_themselves() {
    Collisions row = Hashing.row(32, 128, 4, 7);
    assertThat(row.drawnFactor()).isCloseTo(row.slowestFactor(), within(0.1));
    assertThat(Hashing.row(32, 128, 4, 7)).isEqualTo(row);
  }

  @Test
  void one_link_has_nothing_to_collide_on() {
    assertThat(Hashing.expectedMost(1, 5)).isCloseTo(5, within(1e-9));
  }
}
