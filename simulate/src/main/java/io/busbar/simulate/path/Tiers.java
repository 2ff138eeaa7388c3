package io.busbar.simulate.path;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import org.jspecify.annotations.Nullable;

/**
 * A fabric whose links of one tier are alike: where two endpoints meet then says how long the path
 * between them is, whatever the routing. Immutable.
 */
public final class Tiers {
  private static final int KINDS = NodeKind.values().length;

  private final Fabric fabric;
  private final @Nullable String irregular;

  public Tiers(Fabric fabric) {
    this.fabric = fabric;
    irregular = irregular(fabric);
  }

  /** Why the links of a tier are not alike; null when they are. */
  public @Nullable String irregular() {
    return irregular;
  }

  private static @Nullable String irregular(Fabric fabric) {
    int[] sample = new int[KINDS * KINDS];
    for (int port = 0; port < fabric.ports(); port++) {
      int near = fabric.kind(fabric.owner(port)).ordinal();
      int far = fabric.kind(fabric.owner(fabric.peer(port))).ordinal();
      int tier = near * KINDS + far;
      int first = sample[tier] - 1;
      if (!fabric.joined(port)) {
        continue;
      }
      if (near == far && near >= NodeKind.LEAF.ordinal()) {
        return "switches of one kind are joined, as " + fabric.portName(port);
      }
      if (first < 0) {
        sample[tier] = port + 1;
      } else if (fabric.bytesPerSecond(first) != fabric.bytesPerSecond(port)
          || fabric.latencyPs(first) != fabric.latencyPs(port)) {
        return fabric.portName(port) + " differs from " + fabric.portName(first);
      }
    }
    return null;
  }

  /** The port by which a channel's messages reach a leaf; −1 when the endpoint has none. */
  public int intoLeaf(int endpoint, int channel) {
    int port = fabric.networkPort(endpoint, channel);
    if (port >= fabric.endPort(endpoint) || !fabric.joined(port)) {
      return -1;
    }
    int node = fabric.owner(fabric.peer(port));
    if (fabric.kind(node) != NodeKind.NIC) {
      return fabric.kind(node) == NodeKind.LEAF ? port : -1;
    }
    return fabric.joined(fabric.firstUp(node)) ? fabric.firstUp(node) : -1;
  }

  /** The leaf of an endpoint's channel; −1 when it has none. */
  public int leaf(int endpoint, int channel) {
    int port = intoLeaf(endpoint, channel);
    return port < 0 ? -1 : fabric.owner(fabric.peer(port));
  }

  /** A number that leaves below the same spines share; the leaf itself when there are none. */
  public int pod(int leaf) {
    return fabric.ups(leaf) == 0 ? leaf : fabric.owner(fabric.peer(fabric.firstUp(leaf)));
  }

  /** Whether a link direction is between switches of the network. */
  public boolean inner(int port) {
    return isSwitch(fabric.owner(port)) && isSwitch(fabric.owner(fabric.peer(port)));
  }

  private boolean isSwitch(int node) {
    return fabric.kind(node).compareTo(NodeKind.LEAF) >= 0;
  }

  /**
   * The switch above which less can be carried than what is below sends, of a fabric whose traffic
   * is spread; −1 when there is none.
   */
  public int narrow() {
    for (int node = fabric.endpoints(); node < fabric.nodes(); node++) {
      if (isSwitch(node) && fabric.ups(node) > 0) {
        long up = 0;
        long below = 0;
        for (int port = fabric.firstPort(node); port < fabric.endPort(node); port++) {
          boolean above =
              port >= fabric.firstUp(node) && port < fabric.firstUp(node) + fabric.ups(node);
          if (fabric.joined(port)) {
            up += above ? least(port) : 0;
            below += above ? 0 : Math.max(rate(port), rate(fabric.peer(port)));
          } else if (above) {
            return node;
          }
        }
        if (up < below) {
          return node;
        }
      }
    }
    return -1;
  }

  private long rate(int port) {
    return fabric.bytesPerSecond(port);
  }

  private long least(int port) {
    return Math.min(rate(port), rate(fabric.peer(port)));
  }

  /** Whether every link between switches carries what one into or out of a leaf does. */
  public boolean widens() {
    long ends = 0;
    long least = Long.MAX_VALUE;
    for (int port = 0; port < fabric.ports(); port++) {
      if (fabric.joined(port) && inner(port)) {
        least = Math.min(least, rate(port));
      } else if (fabric.joined(port) && touchesLeaf(port)) {
        ends = Math.max(ends, rate(port));
      }
    }
    return least >= ends;
  }

  private boolean touchesLeaf(int port) {
    return fabric.kind(fabric.owner(port)) == NodeKind.LEAF
        || fabric.kind(fabric.owner(fabric.peer(port))) == NodeKind.LEAF;
  }
}
