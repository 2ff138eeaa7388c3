package io.busbar.simulate.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.fabric.LooseEnds;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwitchPathsTest {
  private static final Bandwidth RATE = Bandwidth.parse("400Gb/s");
  private static final TimeSpan CABLE = TimeSpan.parse("500ns");
  private static final TimeSpan NONE = TimeSpan.parse("0ns");

  /** Endpoints 0-15; leaves 16-23, spines 24-31, cores 32-35. */
  private static final Fabric TREE = Fabrics.fatTree(4, RATE, CABLE, NONE);

  @ParameterizedTest
  @CsvSource({
    "0, 16, 1", // the leaf of endpoint 0
    "0, 17, 3", // the other leaf of its pod
    "0, 24, 2", // a spine of its pod
    "0, 32, 3", // a core
    "0, 26, 4", // a spine of another pod, over a core
    "0, 18, 5", // a leaf of another pod
    "16, 25, 1",
    "16, 17, 2",
    "24, 35, 3", // spine 0 does not reach core 3: down to a leaf does not help, over spine 1
  })
  void a_path_has_the_fewest_links_in_both_directions(int from, int to, int links) {
    SwitchPaths paths = new SwitchPaths(TREE);
    for (int tree = 0; tree < 4; tree++) {
      int[] there = paths.find(from, to, tree);
      int[] back = paths.find(to, from, tree);
      if (from == 24 && to == 35) {
        assertThat(there).isEmpty();
        continue;
      }
      assertThat(there).hasSize(links);
      follow(there, from, to);
      follow(back, to, from);
      assertThat(back)
          .containsExactly(
              IntStream.range(0, links).map(i -> TREE.peer(there[links - 1 - i])).toArray());
    }
  }

  private static void follow(int[] path, int from, int to) {
    int node = from;
    for (int port : path) {
      assertThat(TREE.owner(port)).isEqualTo(node);
      node = TREE.owner(TREE.peer(port));
    }
    assertThat(node).isEqualTo(to);
  }

  @Test
  void as_many_trees_as_there_are_cables_take_each_another_one() {
    // 2 cables to each of 6 spines.
    Fabric fabric = Fabrics.leafSpine(2, 12, 6, 12, RATE, RATE, CABLE, NONE);
    SwitchPaths paths = new SwitchPaths(fabric);
    int leaf = 24;
    int[] ports = IntStream.range(0, 12).map(tree -> paths.upPort(leaf, tree)).toArray();

    assertThat(Arrays.stream(ports).distinct().count()).isEqualTo(12);
    int[] spines = Arrays.stream(ports).map(port -> fabric.owner(fabric.peer(port))).toArray();
    assertThat(spines[1]).isNotEqualTo(spines[0]);
    assertThat(paths.find(leaf, spines[7], 7)).containsExactly(ports[7]);
    assertThat(paths.find(spines[7], leaf, 7)).containsExactly(fabric.peer(ports[7]));
  }

  @Test
  void a_host_without_a_cable_has_no_path() {
    Fabric fabric = LooseEnds.star();
    SwitchPaths paths = new SwitchPaths(fabric);
    assertThat(paths.find(0, 3, 0)).hasSize(1);
    assertThat(paths.find(2, 3, 0)).isEmpty();
    assertThat(paths.find(3, 2, 0)).isEmpty();
  }
}
