package io.busbar.simulate.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrafficTest {
  @Test
  void a_permutation_reaches_every_endpoint_once_and_none_from_itself() {
    for (int seed = 0; seed < 20; seed++) {
      Traffic traffic = Traffic.permutation(17, 5, seed);
      assertThat(traffic.dst()).containsExactlyInAnyOrder(IntStream.range(0, 17).toArray());
      assertThat(traffic.count()).isEqualTo(17);
    }
    assertThat(Traffic.permutation(99, 1, 4).dst()).isEqualTo(Traffic.permutation(99, 1, 4).dst());
  }

  @Test
  void all_to_all_has_every_pair_once_and_different_receivers_at_a_time() {
    Traffic traffic = Traffic.allToAll(6, 9);
    Set<Integer> pairs = new HashSet<>();
    for (int i = 0; i < traffic.count(); i++) {
      pairs.add(traffic.src()[i] * 6 + traffic.dst()[i]);
    }
    assertThat(pairs).hasSize(30);
    assertThat(Arrays.copyOf(traffic.dst(), 6)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
  }

  @Test
  void a_matrix_sends_what_is_not_zero() {
    Traffic traffic = Traffic.matrix(new long[][] {{0, 7}, {0, 0}, {3, 0, 0}});
    assertThat(traffic.src()).containsExactly(0, 2);
    assertThat(traffic.dst()).containsExactly(1, 0);
    assertThat(traffic.bytes()).containsExactly(7, 3);
    assertThatThrownBy(() -> Traffic.matrix(new long[][] {{1}}))
        .hasMessageContaining("from 0 to 0");
  }

  @Test
  void lengths_must_agree() {
    assertThatThrownBy(() -> new Traffic(new int[1], new int[2], new long[2]))
        .hasMessageContaining("each message");
    assertThatThrownBy(() -> Traffic.permutation(1, 1, 1)).hasMessageContaining("two endpoints");
  }
}
