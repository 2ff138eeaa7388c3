package io.busbar.formats.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostListTest {
  private final Problems problems = new Problems();

  private List<String> expand(String text) {
    return HostList.expand(text, Position.of("free.txt"), problems);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node1 | node1",
        "node[1-3] | node1 node2 node3",
        "node[008-010,020] | node008 node009 node010 node020",
        "r[1-2]n[1-2] | r1n1 r1n2 r2n1 r2n2",
        "gpu[1-2]-ib,login | gpu1-ib gpu2-ib login",
      })
  void expressions_stand_for_names_in_order(String text, String names) {
    assertThat(expand(text)).containsExactly(names.split(" "));
    assertThat(problems.list()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"node[1-", "node[a-b]", "node]", "node[3-1]", "no$de", "n[0-999999999]"})
  void what_is_no_expression_is_a_problem(String text) {
    expand(text);

    assertThat(problems.any()).isTrue();
  }

  @Test
  void names_compress_to_what_expands_to_them() {
    List<String> names = expand("node[001-004,009],gpu1,node[09-11],node[3,1,2]");

    String text = HostList.compress(names);

    assertThat(text).isEqualTo("node[001-004,009],gpu1,node[09-11],node[3,1-2]");
    assertThat(expand(text)).isEqualTo(names);
  }

  @Test
  void names_are_sorted_by_the_numbers_in_them() {
    List<String> names = new ArrayList<>(List.of("n10", "n2", "r2n1", "r1n10", "n02", "r1n9", "n"));

    names.sort(NameOrder.NAMES);

    assertThat(names).containsExactly("n", "n02", "n2", "n10", "r1n9", "r1n10", "r2n1");
  }
}
