package io.busbar.simulate.scenario.run;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.path.Tiers;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * What the links of all rails carry where one was played: links of a GPU and of a leaf as those of
 * the first rail; links between spines and cores, which rails may have in common, as it does, each
 * rail at another port of the same switch.
 */
public final class RailLoads {
  private final Fabric fabric;
  private final int rails;
  private final Tiers tiers;
  private final int[] leafOfFirst;
  private final double filled;

  RailLoads(Fabric fabric, Fold fold) {
    this.fabric = fabric;
    rails = fold.rails();
    filled = fold.filled();
    tiers = new Tiers(fabric);
    leafOfFirst = new int[fabric.nodes()];
    Arrays.fill(leafOfFirst, -1);
    for (int rank = 0; rank < fold.ranks(); rank++) {
      leafOfFirst[tiers.leaf(rank, 0)] = tiers.leaf(rank / rails * rails, 0);
    }
  }

  IntToDoubleFunction carried(IntToDoubleFunction played) {
    double[] all = new double[fabric.ports()];
    for (int port = 0; port < all.length; port++) {
      all[port] = fabric.joined(port) ? one(port, played) * filled : 0;
    }
    return port -> all[port];
  }

  private double one(int port, IntToDoubleFunction played) {
    int node = fabric.owner(port);
    int far = fabric.owner(fabric.peer(port));
    if (node < fabric.endpoints()) {
      return played.applyAsDouble(shifted(port, node, node / rails * rails));
    }
    if (far < fabric.endpoints()) {
      int there = fabric.peer(port);
      return played.applyAsDouble(fabric.peer(shifted(there, far, far / rails * rails)));
    }
    if (fabric.kind(node) == NodeKind.LEAF) {
      int first = leafOfFirst[node];
      return first < 0 ? 0 : played.applyAsDouble(shifted(port, node, first));
    }
    if (fabric.kind(far) == NodeKind.LEAF) {
      int first = leafOfFirst[far];
      int there = fabric.peer(port);
      return first < 0 ? 0 : played.applyAsDouble(fabric.peer(shifted(there, far, first)));
    }
    return above(port, played);
  }

  private double above(int port, IntToDoubleFunction played) {
    boolean up = fabric.kind(fabric.owner(port)) == NodeKind.SPINE;
    int at = up ? port : fabric.peer(port);
    int spine = fabric.owner(at);
    int first = fabric.firstUp(spine);
    double sum = 0;
    for (int rail = 0; rail < rails; rail++) {
      int other = first + Math.floorMod(at - first - rail, fabric.ups(spine));
      sum += played.applyAsDouble(up ? other : fabric.peer(other));
    }
    return sum;
  }

  private int shifted(int port, int from, int to) {
    return port - fabric.firstPort(from) + fabric.firstPort(to);
  }
}
