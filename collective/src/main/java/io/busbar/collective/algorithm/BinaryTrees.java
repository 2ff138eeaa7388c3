package io.busbar.collective.algorithm;

/**
 * Two binary trees over the same nodes. Nodes are labelled 1 to m in order; the height of a label
 * is the number of its trailing zero bits, so odd labels are leaves. The second tree mirrors the
 * labels (m even) or shifts them by one (m odd), which turns every inner node of the first into a
 * leaf.
 *
 * <pre>
 *         4               m = 7: 2, 4 and 6 are inner; in the second tree
 *      2     6            label t+1 stands for t, so 1, 3 and 5 are inner
 *     1 3   5 7
 * </pre>
 *
 * <p>With a root, the root is above both trees, which then cover the other nodes. Source: Sanders,
 * Speck and Träff, Two-tree algorithms for full bandwidth broadcast, reduction and scan, Parallel
 * Computing 35(12), 2009.
 */
final class BinaryTrees {
  private final int nodes;
  private final int top;
  private final boolean second;
  private final int labels;

  /**
   * @param top node above the tree, or −1
   */
  BinaryTrees(int nodes, int top, boolean second) {
    this.nodes = nodes;
    this.top = top;
    this.second = second;
    labels = top < 0 ? nodes : nodes - 1;
  }

  /** Node above, or −1. */
  int parent(int node) {
    if (node == top) {
      return -1;
    }
    int label = label(node);
    if (label == Integer.highestOneBit(labels)) {
      return top;
    }
    do {
      int low = Integer.lowestOneBit(label);
      label = (label - low) | (low << 1);
    } while (label > labels);
    return node(label);
  }

  /** Nodes below, at most two. */
  int[] children(int node) {
    if (node == top) {
      return labels == 0 ? new int[0] : new int[] {node(Integer.highestOneBit(labels))};
    }
    int label = label(node);
    int half = Integer.lowestOneBit(label) >> 1;
    if (half == 0) {
      return new int[0];
    }
    int right = label + half;
    while (right > labels) {
      half >>= 1;
      right = label + half;
    }
    int left = node(label - (Integer.lowestOneBit(label) >> 1));
    return right == label ? new int[] {left} : new int[] {left, node(right)};
  }

  /** Levels below the root. */
  int depth(int node) {
    int depth = 0;
    for (int at = parent(node); at >= 0; at = parent(at)) {
      depth++;
    }
    return depth;
  }

  private int label(int node) {
    int label = (top < 0 ? node : Math.floorMod(node - top - 1, nodes)) + 1;
    if (!second) {
      return label;
    }
    return labels % 2 == 0 ? labels + 1 - label : label % labels + 1;
  }

  private int node(int label) {
    int first = label;
    if (second) {
      first = labels % 2 == 0 ? labels + 1 - label : (label - 2 + labels) % labels + 1;
    }
    return top < 0 ? first - 1 : (first + top) % nodes;
  }
}
