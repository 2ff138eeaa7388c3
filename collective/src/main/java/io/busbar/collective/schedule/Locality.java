package io.busbar.collective.schedule;

import java.util.Arrays;

/**
 * All that a schedule knows of the machine: the node of each rank, and the rail its NIC is on. A
 * node is a scale-up domain. Inside a node ranks are counted by rail ("local index"), so that equal
 * local indices of equal nodes meet on one rail. Immutable and thread-safe.
 */
public final class Locality {
  private final int[] nodeOf;
  private final int[] railOf;
  private final int[] localOf;
  private final int[] start;
  private final int[] members;
  private final int smallest;

  /**
   * @param nodeOf node of each rank; nodes are 0, 1, … without gaps
   * @param railOf rail of each rank, from 0
   */
  public Locality(int[] nodeOf, int[] railOf) {
    if (nodeOf.length == 0 || nodeOf.length != railOf.length) {
      throw new IllegalArgumentException(
          "a node and a rail for each rank: " + nodeOf.length + " and " + railOf.length);
    }
    this.nodeOf = nodeOf.clone();
    this.railOf = railOf.clone();
    this.start = starts(nodeOf);
    this.members = members(start);
    this.localOf = new int[nodeOf.length];
    int least = nodeOf.length;
    for (int node = 0; node < nodes(); node++) {
      least = Math.min(least, size(node));
      for (int i = start[node]; i < start[node + 1]; i++) {
        localOf[members[i]] = i - start[node];
      }
    }
    this.smallest = least;
  }

  /** All ranks in one domain, each on a rail of its own. */
  public static Locality oneNode(int ranks) {
    return uniform(1, ranks);
  }

  /** Every rank a node of its own, all on one rail. */
  public static Locality flat(int ranks) {
    return uniform(ranks, 1);
  }

  /** Equal nodes, ranks numbered node by node, each rank of a node on a rail of its own. */
  public static Locality uniform(int nodes, int perNode) {
    int[] node = new int[Math.multiplyExact(nodes, perNode)];
    int[] rail = new int[node.length];
    Arrays.setAll(node, rank -> rank / perNode);
    Arrays.setAll(rail, rank -> rank % perNode);
    return new Locality(node, rail);
  }

  private static int[] starts(int[] nodeOf) {
    int nodes = 0;
    for (int node : nodeOf) {
      if (node < 0 || node >= nodeOf.length) {
        throw new IllegalArgumentException("node " + node + " of " + nodeOf.length + " ranks");
      }
      nodes = Math.max(nodes, node + 1);
    }
    int[] starts = new int[nodes + 1];
    for (int node : nodeOf) {
      starts[node + 1]++;
    }
    for (int node = 0; node < nodes; node++) {
      if (starts[node + 1] == 0) {
        throw new IllegalArgumentException("node " + node + " has no rank");
      }
      starts[node + 1] += starts[node];
    }
    return starts;
  }

  /** Ranks by node, inside a node by rail, then by rank. */
  private int[] members(int[] starts) {
    int[] fill = starts.clone();
    int[] sorted = new int[nodeOf.length];
    for (int rank = 0; rank < nodeOf.length; rank++) {
      int at = fill[nodeOf[rank]]++;
      int first = starts[nodeOf[rank]];
      while (at > first && railOf[sorted[at - 1]] > railOf[rank]) {
        sorted[at] = sorted[at - 1];
        at--;
      }
      sorted[at] = rank;
    }
    return sorted;
  }

  public int ranks() {
    return nodeOf.length;
  }

  public int nodes() {
    return start.length - 1;
  }

  public int node(int rank) {
    return nodeOf[rank];
  }

  public int rail(int rank) {
    return railOf[rank];
  }

  /** Index of a rank inside its node. */
  public int local(int rank) {
    return localOf[rank];
  }

  /** Ranks of a node. */
  public int size(int node) {
    return start[node + 1] - start[node];
  }

  /** The rank with a local index. */
  public int rank(int node, int local) {
    return members[start[node] + local];
  }

  /** Ranks of the smallest node. */
  public int smallest() {
    return smallest;
  }

  /** Whether all nodes have the same number of ranks. */
  public boolean equalNodes() {
    return (long) smallest * nodes() == ranks();
  }

  /** Whether nodes are equal and ranks are numbered node by node in local order. */
  public boolean numberedByNode() {
    for (int rank = 0; rank < ranks(); rank++) {
      if (members[rank] != rank) {
        return false;
      }
    }
    return equalNodes();
  }
}
