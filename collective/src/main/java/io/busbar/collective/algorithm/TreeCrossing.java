package io.busbar.collective.algorithm;

/** What a double binary tree over nodes sends over the borders of blocks of them. Stateless. */
public final class TreeCrossing {
  private TreeCrossing() {}

  /**
   * Bytes that leave the busiest block in an all-reduce, per byte of size. Every edge of either
   * tree carries half of the buffer up and half down, so half of it leaves a block for each edge
   * with one end inside.
   *
   * @param nodes of the trees, in the order of their blocks
   * @param block nodes of a block
   */
  public static double bytes(int nodes, int block) {
    int[] edges = new int[Math.ceilDiv(nodes, block)];
    count(new BinaryTrees(nodes, -1, false), nodes, block, edges);
    count(new BinaryTrees(nodes, -1, true), nodes, block, edges);
    int most = 0;
    for (int e : edges) {
      most = Math.max(most, e);
    }
    return most / 2.0;
  }

  private static void count(BinaryTrees tree, int nodes, int block, int[] edges) {
    for (int node = 0; node < nodes; node++) {
      int parent = tree.parent(node);
      if (parent >= 0 && parent / block != node / block) {
        edges[parent / block]++;
        edges[node / block]++;
      }
    }
  }
}
