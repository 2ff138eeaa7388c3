package io.busbar.collective.algorithm;

import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.RankProgram;

/**
 * CollNet chain: the ranks of a node add up along a chain to the one on the channel's rail, the
 * network's switches (SHARP) add up over the nodes, and the sum comes back the same way.
 *
 * <pre>
 *              SHARP root
 *             /          \
 *      SHARP leaf      SHARP leaf        one tree per rail
 *       /      \        /      \
 *     rank    rank    rank    rank       the rank on rail c of each node, for channel c
 *      |       |       |       |
 *     chain through the other ranks of the node
 * </pre>
 *
 * <p>All-reduce only. Rounds 2·(g−1 + levels) for nodes of g ranks. A NIC sends and receives the
 * buffer once, against 2(N−1)/N times for a ring over N nodes. Source: Graham et al., Scalable
 * hierarchical aggregation protocol (SHArP), COMHPC 2016; NCCL's collnet chain.
 */
final class CollNetChain extends BaseSchedule {
  private final SharpTree tree;

  CollNetChain(ScheduleRequest request) {
    super(request, request.pieces(), 1);
    tree = new SharpTree(locality, request.radix());
  }

  @Override
  public int agents() {
    return ranks + tree.agents();
  }

  @Override
  Agent switchAgent(int index) {
    return tree.describe(index);
  }

  @Override
  public int streams() {
    return UpDown.STREAMS;
  }

  @Override
  public RankProgram program(int agent, int channel) {
    int rail = channel % tree.rails();
    if (agent < ranks) {
      return new UpDown(links(agent, rail), UpDown.Direction.BOTH, chunks(), 0, 1);
    }
    int pieces = agent(agent).rail() == rail ? chunks() : 0;
    return pieces == 0
        ? new Idle()
        : new UpDown(tree.links(agent), UpDown.Direction.BOTH, pieces, 0, 1);
  }

  private UpDown.Links links(int rank, int rail) {
    int node = locality.node(rank);
    int size = locality.size(node);
    int local = locality.local(rank);
    int place = Math.floorMod(local - rail, size);
    int parent =
        place == 0 ? tree.leaf(rail, node) : locality.rank(node, (local + size - 1) % size);
    int[] children =
        place == size - 1 ? new int[0] : new int[] {locality.rank(node, (local + 1) % size)};
    return new UpDown.Links(parent, children, tree.levels() + place, true);
  }
}
