package io.busbar.model.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against exact multinomial sums that were computed independently. */
class HashedLoadTest {
  @ParameterizedTest
  @CsvSource({"8,2.597", "16,3.078", "32,3.533", "64,3.958"})
  void as_many_flows_as_links_have_this_expected_most(int n, double most) {
    assertThat(HashedLoad.expectedMost(n, n)).isCloseTo(most, within(0.0006));
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
    "8,32,1.26",
    "8,1,2.60",
    "32,1,3.53",
    "64,1,3.96"
  })
  void queue_pairs_even_it_out(int n, int q, double factor) {
    assertThat(HashedLoad.slowdown(n, n * q)).isCloseTo(factor, within(0.006));
  }

  @Test
  void eight_flows_hardly_ever_miss_each_other() {
    assertThat(HashedLoad.atMost(8, 8, 1)).isCloseTo(0.0024, within(0.00005));
  }

  @Test
  void one_link_or_one_flow_needs_no_luck() {
    assertThat(HashedLoad.expectedMost(1, 5)).isCloseTo(5, within(1e-9));
    assertThat(HashedLoad.slowdown(1, 7)).isEqualTo(1, within(1e-9));
    assertThat(HashedLoad.slowdown(4, 1)).isEqualTo(4, within(1e-9));
    assertThatThrownBy(() -> HashedLoad.slowdown(4, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
