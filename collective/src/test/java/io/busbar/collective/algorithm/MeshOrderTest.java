package io.busbar.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.verify.Verifier;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeshOrderTest {
  /** 8 and primes: all n (n-1) directions; others what their coprime steps give. */
  @ParameterizedTest
  @CsvSource({"2, 2", "3, 6", "4, 8", "5, 20", "6, 12", "8, 56", "12, 48", "16, 128"})
  void cycles_share_no_direction_of_a_link(int ranks, int directions) {
    Set<Integer> used = new HashSet<>();
    for (int c = 0; c < MeshOrder.cycles(ranks); c++) {
      int[] cycle = MeshOrder.cycle(ranks, c);
      for (int i = 0; i < ranks; i++) {
        assertThat(used.add(cycle[i] * ranks + cycle[(i + 1) % ranks])).isTrue();
      }
    }
    assertThat(used).hasSize(directions);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void rings_and_trees_of_meshes_do_what_they_promise(int nodes) {
    for (Algorithm algorithm : new Algorithm[] {Algorithm.RING, Algorithm.TREE}) {
      ScheduleRequest request =
          ScheduleRequest.of(CollectiveOp.ALL_REDUCE, algorithm, Locality.uniform(nodes, 8))
              .withChannels(16)
              .withPieces(3)
              .withMesh(true);
      assertThat(Verifier.verify(Schedules.of(request)).fault()).isNull();
    }
  }
}
