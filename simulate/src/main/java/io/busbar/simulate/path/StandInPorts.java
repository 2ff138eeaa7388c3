package io.busbar.simulate.path;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;

/**
 * Of links at the ends of paths: which one of a rank that is played stands for which of others.
 * Rank i is on endpoint i and stands for ranks i + k · period. Immutable.
 */
public final class StandInPorts {
  private final Fabric fabric;
  private final Tiers tiers;
  private final int ranks;
  private final int period;

  /**
   * @param tiers of the fabric, regular
   */
  public StandInPorts(Fabric fabric, Tiers tiers, int ranks, int period) {
    this.fabric = fabric;
    this.tiers = tiers;
    this.ranks = ranks;
    this.period = period;
  }

  /** Whether a link direction is one of a rank, up to its leaf. */
  public boolean belongs(int port) {
    if (!fabric.joined(port)) {
      return false;
    }
    int node = fabric.owner(port);
    int end = node < fabric.endpoints() ? node : fabric.owner(fabric.peer(port));
    return end >= fabric.endpoints() ? !tiers.inner(port) : end < ranks;
  }

  /** The port of a rank that is played and stands for one of another; the port itself of others. */
  public int of(int port) {
    if (tiers.inner(port)) {
      return port;
    }
    int node = fabric.owner(port);
    if (fabric.kind(node).compareTo(NodeKind.LEAF) >= 0) {
      return fabric.peer(of(fabric.peer(port)));
    }
    return port - fabric.firstPort(node) + fabric.firstPort(standInOf(node));
  }

  private int standInOf(int node) {
    if (node < fabric.endpoints()) {
      return node % period;
    }
    int endpoint = fabric.owner(fabric.peer(fabric.firstPort(node)));
    int near = fabric.firstPort(endpoint);
    int which = 0;
    while (fabric.owner(fabric.peer(near + which)) != node) {
      which++;
    }
    return fabric.owner(fabric.peer(fabric.firstPort(endpoint % period) + which));
  }
}
