package io.busbar.collective.algorithm;

import io.busbar.base.border.BorderBytes;
import java.util.HashMap;
import java.util.Map;

/** What a double binary tree over nodes sends over the borders of blocks of them. Stateless. */
public final class TreeCrossing {
  private TreeCrossing() {}

  /**
   * Bytes that leave the busiest block in an all-reduce, and that go between the busiest pair of
   * blocks one way, per byte of size. Every edge of either tree carries half of the buffer up and
   * half down, so half of it leaves a block for each edge with one end inside.
   *
   * @param nodes of the trees, in the order of their blocks
   * @param block nodes of a block
   */
  public static BorderBytes bytes(int nodes, int block) {
    int[] edges = new int[Math.ceilDiv(nodes, block)];
    Map<Long, Integer> pairs = new HashMap<>();
    count(new BinaryTrees(nodes, -1, false), nodes, block, edges, pairs);
    count(new BinaryTrees(nodes, -1, true), nodes, block, edges, pairs);
    int most = 0;
    for (int e : edges) {
      most = Math.max(most, e);
    }
    int mostOfPair = pairs.values().stream().mapToInt(e -> e).max().orElse(0);
    return new BorderBytes(most / 2.0, mostOfPair / 2.0);
  }

  private static void count(
      BinaryTrees tree, int nodes, int block, int[] edges, Map<Long, Integer> pairs) {
    for (int node = 0; node < nodes; node++) {
      int parent = tree.parent(node);
      if (parent >= 0 && parent / block != node / block) {
        int above = parent / block;
        int below = node / block;
        edges[above]++;
        edges[below]++;
        long pair = (long) Math.min(above, below) * edges.length + Math.max(above, below);
        pairs.merge(pair, 1, Integer::sum);
      }
    }
  }
}
