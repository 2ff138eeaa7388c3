package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PairsTest {
  private static Set<String> pairs(List<int[]> rows) {
    Set<String> pairs = new HashSet<>();
    for (int[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        for (int j = i + 1; j < row.length; j++) {
          pairs.add(i + "=" + row[i] + " " + j + "=" + row[j]);
        }
      }
    }
    return pairs;
  }

  @Test
  void every_pair_is_there_in_few_rows() {
    List<int[]> rows = Pairs.cover(new int[] {3, 3, 3, 3}, row -> true);
    assertThat(pairs(rows)).hasSize(6 * 9);
    assertThat(rows).hasSizeBetween(9, 15);
    List<int[]> uneven = Pairs.cover(new int[] {2, 17, 5, 13}, row -> true);
    assertThat(pairs(uneven)).hasSize(2 * 17 + 2 * 5 + 2 * 13 + 17 * 5 + 17 * 13 + 5 * 13);
    assertThat(uneven).hasSizeBetween(17 * 13, 17 * 13 * 5 / 4);
  }

  /** Three factors exclude each other only together; every other pair has to be reached. */
  @Test
  void what_cannot_be_is_left_out_and_nothing_else() {
    int[] levels = {3, 4, 3};
    Pairs.Rule rule =
        row -> !(row[0] == 0 && row[1] == 0) && !(row[0] == 1 && row[1] == 1 && row[2] == 1);
    List<int[]> rows = Pairs.cover(levels, rule);
    assertThat(rows).allMatch(rule::allows);
    List<int[]> all = new ArrayList<>();
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 4; b++) {
        for (int c = 0; c < 3; c++) {
          int[] row = {a, b, c};
          if (rule.allows(row)) {
            all.add(row);
          }
        }
      }
    }
    assertThat(pairs(rows)).isEqualTo(pairs(all));
  }

  /** The last factor has no value for one pair of the others, which a rule on all three shows. */
  @Test
  void a_pair_without_a_row_is_given_up() {
    List<int[]> rows = Pairs.cover(new int[] {2, 2, 2}, row -> row[0] + row[1] < 2 || row[2] < 0);
    assertThat(pairs(rows)).doesNotContain("0=1 1=1").hasSize(3 + 4 + 4);
  }

  @Test
  void the_same_question_gives_the_same_rows() {
    int[] levels = {4, 5, 3, 2};
    assertThat(Pairs.cover(levels, row -> true))
        .usingRecursiveComparison()
        .isEqualTo(Pairs.cover(levels, row -> true));
  }
}
