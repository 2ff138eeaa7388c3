package io.busbar.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LocalityTest {
  @Test
  void equal_nodes_are_counted_node_by_node() {
    Locality locality = Locality.uniform(3, 4);
    assertThat(locality.ranks()).isEqualTo(12);
    assertThat(locality.nodes()).isEqualTo(3);
    assertThat(locality.node(7)).isEqualTo(1);
    assertThat(locality.rail(7)).isEqualTo(3);
    assertThat(locality.local(7)).isEqualTo(3);
    assertThat(locality.rank(1, 3)).isEqualTo(7);
    assertThat(locality.equalNodes()).isTrue();
    assertThat(locality.numberedByNode()).isTrue();
  }

  @Test
  void local_indices_follow_the_rails() {
    Locality locality = new Locality(new int[] {0, 1, 0, 1, 0}, new int[] {2, 1, 0, 0, 1});
    assertThat(locality.size(0)).isEqualTo(3);
    assertThat(locality.rank(0, 0)).isEqualTo(2);
    assertThat(locality.rank(0, 1)).isEqualTo(4);
    assertThat(locality.rank(0, 2)).isEqualTo(0);
    assertThat(locality.local(1)).isEqualTo(1);
    assertThat(locality.smallest()).isEqualTo(2);
    assertThat(locality.equalNodes()).isFalse();
    assertThat(locality.numberedByNode()).isFalse();
  }

  @Test
  void round_robin_numbering_is_equal_but_not_by_node() {
    Locality locality = new Locality(new int[] {0, 1, 0, 1}, new int[] {0, 0, 1, 1});
    assertThat(locality.equalNodes()).isTrue();
    assertThat(locality.numberedByNode()).isFalse();
  }

  @Test
  void gaps_and_lengths_that_differ_are_refused() {
    assertThatThrownBy(() -> new Locality(new int[] {0, 2, 2}, new int[3]))
        .hasMessage("node 1 has no rank");
    assertThatThrownBy(() -> new Locality(new int[] {0, -1}, new int[2]))
        .hasMessage("node -1 of 2 ranks");
    assertThatThrownBy(() -> new Locality(new int[] {0, 0}, new int[1]))
        .hasMessage("a node and a rail for each rank: 2 and 1");
    assertThatThrownBy(() -> new Locality(new int[0], new int[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
