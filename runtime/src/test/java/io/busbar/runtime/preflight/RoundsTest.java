package io.busbar.runtime.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.runtime.preflight.Rounds.Pair;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RoundsTest {
  @Test
  void every_pair_meets_once_and_nobody_has_two_partners_at_a_time() {
    for (int p = 2; p <= 40; p++) {
      Set<Pair> met = new HashSet<>();
      List<List<Pair>> rounds = Rounds.all(p);
      assertThat(rounds).as("rounds of %d", p).hasSize(p % 2 == 0 ? p - 1 : p);
      for (List<Pair> round : rounds) {
        Set<Integer> busy = new TreeSet<>();
        for (Pair pair : round) {
          assertThat(busy.add(pair.first()) && busy.add(pair.second())).isTrue();
          assertThat(met.add(pair)).isTrue();
          assertThat(pair.first()).isNotNegative();
          assertThat(pair.second()).isLessThan(p);
        }
        assertThat(busy).hasSize(p - p % 2);
      }
      assertThat(met).hasSize(p * (p - 1) / 2);
    }
  }

  @Test
  void some_pairs_keep_the_rounds_they_have() {
    Set<Pair> wanted = Set.of(Pair.of(0, 1), Pair.of(2, 3), Pair.of(1, 3));
    List<Pair> found = new ArrayList<>();
    Rounds.only(wanted, 5).forEach(found::addAll);
    assertThat(found).containsExactlyInAnyOrderElementsOf(wanted);
  }

  @Test
  void halves_have_a_partner_each_and_follow_from_the_seed() {
    for (int p = 2; p <= 9; p++) {
      List<List<int[]>> splits = Rounds.halves(p, 4, 7);
      assertThat(splits).hasSize(4);
      for (List<int[]> partners : splits) {
        Set<Integer> seen = new TreeSet<>();
        partners.forEach(path -> assertThat(seen.add(path[0]) && seen.add(path[1])).isTrue());
        assertThat(seen).hasSize(p - p % 2);
      }
      assertThat(splits).usingRecursiveComparison().isEqualTo(Rounds.halves(p, 4, 7));
    }
  }
}
