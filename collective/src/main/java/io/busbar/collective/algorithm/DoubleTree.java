package io.busbar.collective.algorithm;

import io.busbar.collective.schedule.Contract;
import io.busbar.collective.schedule.RankProgram;

/**
 * Double binary tree over nodes, with a chain through the ranks of each node. Even channels use the
 * first tree, odd ones the second; a node that has children in one is a leaf in the other.
 *
 * <pre>
 *            node 3             chain inside a node:
 *          /        \            leader - 1 - 2 - 3
 *      node 1      node 5          |
 *      /    \      /    \        parent and child nodes' leaders
 *   node 0 node 2 node 4 node 6
 * </pre>
 *
 * <p>Rounds 2·(log2 N + g−1) for all-reduce over N nodes of g ranks, half of that for broadcast and
 * reduce, which also have the root above both trees. With an even number of channels a node sends
 * and receives at most 2 buffers for all-reduce, as in a ring. The leader of a channel is the same
 * local index on all nodes, so traffic stays on one rail. Trees: {@link BinaryTrees}; how both
 * directions overlap: {@link UpDown}.
 */
final class DoubleTree extends BaseSchedule {
  private final boolean mesh;

  DoubleTree(ScheduleRequest request) {
    super(request, request.pieces(), 1);
    mesh = request.mesh();
  }

  @Override
  public int streams() {
    return UpDown.STREAMS;
  }

  @Override
  public RankProgram program(int agent, int channel) {
    return new UpDown(links(agent, channel), way(), chunks(), 0, 1);
  }

  private UpDown.Direction way() {
    return switch (op) {
      case ALL_REDUCE -> UpDown.Direction.BOTH;
      case BROADCAST -> UpDown.Direction.DOWN;
      case REDUCE -> UpDown.Direction.UP;
      default -> throw notOffered();
    };
  }

  private UpDown.Links links(int rank, int channel) {
    int top = Contract.rooted(op) ? locality.node(root) : -1;
    BinaryTrees tree = new BinaryTrees(locality.nodes(), top, channel % 2 == 1);
    int node = locality.node(rank);
    int size = locality.size(node);
    int place = place(node, channel, locality.local(rank));
    int[] below = place == 0 ? tree.children(node) : new int[0];
    boolean chained = place < size - 1;
    int[] children = new int[below.length + (chained ? 1 : 0)];
    if (chained) {
      children[0] = inNode(node, channel, place + 1);
    }
    for (int i = 0; i < below.length; i++) {
      children[children.length - below.length + i] = inNode(below[i], channel, 0);
    }
    int above = tree.parent(node);
    int parent =
        place > 0 ? inNode(node, channel, place - 1) : above < 0 ? -1 : inNode(above, channel, 0);
    return new UpDown.Links(parent, children, tree.depth(node) + place, true);
  }

  private int place(int node, int channel, int local) {
    int[] chain = chain(node, channel);
    int place = 0;
    while (chain[place] != local) {
      place++;
    }
    return place;
  }

  /** Local indices from the leader on; in a mesh along another cycle for each pair of channels. */
  private int[] chain(int node, int channel) {
    int size = locality.size(node);
    int[] cycle = MeshOrder.cycle(size, channel / 2);
    int leader = leader(node, channel);
    int[] chain = new int[size];
    int start = 0;
    while (mesh && cycle[start] != leader) {
      start++;
    }
    for (int i = 0; i < size; i++) {
      chain[i] = mesh ? cycle[(start + i) % size] : (leader + i) % size;
    }
    return chain;
  }

  private int inNode(int node, int channel, int place) {
    return locality.rank(node, chain(node, channel)[place]);
  }

  private int leader(int node, int channel) {
    boolean atRoot = Contract.rooted(op) && node == locality.node(root);
    return atRoot ? locality.local(root) : channel / 2 % locality.smallest();
  }
}
