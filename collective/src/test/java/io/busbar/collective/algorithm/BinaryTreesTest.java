package io.busbar.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BinaryTreesTest {
  @Test
  void seven_nodes_make_the_tree_of_the_drawing() {
    BinaryTrees tree = new BinaryTrees(7, -1, false);
    assertThat(tree.parent(3)).isEqualTo(-1);
    assertThat(tree.children(3)).containsExactly(1, 5);
    assertThat(tree.children(1)).containsExactly(0, 2);
    assertThat(tree.children(5)).containsExactly(4, 6);
    assertThat(tree.depth(6)).isEqualTo(2);
  }

  @Test
  void a_node_has_children_in_at_most_one_of_the_trees() {
    for (int nodes = 1; nodes <= 300; nodes++) {
      for (int top = -1; top < Math.min(nodes, 5); top++) {
        BinaryTrees first = new BinaryTrees(nodes, top, false);
        BinaryTrees second = new BinaryTrees(nodes, top, true);
        for (int node = 0; node < nodes; node++) {
          boolean inner = first.children(node).length > 0 && second.children(node).length > 0;
          assertThat(inner).isEqualTo(node == top && nodes > 1);
        }
      }
    }
  }

  @Test
  void parents_and_children_agree_and_the_depth_is_logarithmic() {
    for (int nodes = 1; nodes <= 300; nodes++) {
      for (int top = -1; top < Math.min(nodes, 3); top++) {
        for (boolean second : new boolean[] {false, true}) {
          BinaryTrees tree = new BinaryTrees(nodes, top, second);
          int links = 0;
          for (int node = 0; node < nodes; node++) {
            for (int child : tree.children(node)) {
              assertThat(tree.parent(child)).isEqualTo(node);
              links++;
            }
            int log = 31 - Integer.numberOfLeadingZeros(nodes);
            assertThat(tree.depth(node)).isLessThanOrEqualTo(log + 1);
          }
          assertThat(links).isEqualTo(nodes - 1);
        }
      }
    }
  }
}
