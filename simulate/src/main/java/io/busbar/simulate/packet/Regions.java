package io.busbar.simulate.packet;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import java.util.Arrays;

/**
 * Which nodes are simulated together. Endpoints are cut in order into parts of about equal size,
 * none of which divides a scale-up domain, nor the hosts of a leaf where there are several groups
 * of leaves that share no host; a switch goes where most of its neighbours below are. What crosses
 * from one region to another arrives no sooner than {@link #lookAheadPs} after it left.
 */
final class Regions {
  private static final int NONE = -1;

  /** Regions are numbered in a few bits of a queue pair's number. */
  private static final int MOST = 64;

  private final Fabric fabric;
  private final int count;
  private final int[] of;
  private final int pairShift;
  private final long lookAheadPs;

  private Regions(Fabric fabric, int wanted) {
    this.fabric = fabric;
    of = new int[fabric.nodes()];
    int parts = Math.clamp(wanted, 1, MOST);
    if (parts > 1) {
      divide(parts);
    }
    long least = parts > 1 ? leastCrossing() : 0;
    boolean one = least == 0 || least == Long.MAX_VALUE;
    if (one) {
      Arrays.fill(of, 0);
    }
    count = one ? 1 : parts;
    lookAheadPs = one ? Long.MAX_VALUE : least;
    pairShift = 31 - (32 - Integer.numberOfLeadingZeros(count - 1));
  }

  /**
   * At most so many regions; one where links that would join them take no time, or where there is
   * too little to divide.
   */
  static Regions of(Fabric fabric, int wanted) {
    return new Regions(fabric, wanted);
  }

  private void divide(int parts) {
    int[] group = groups(true);
    if (distinct(group) < parts) {
      group = groups(false);
    }
    Arrays.fill(of, NONE);
    int n = fabric.endpoints();
    int[] size = new int[fabric.nodes()];
    for (int e = 0; e < n; e++) {
      size[group[e]]++;
    }
    int before = 0;
    for (int e = 0; e < n; e++) {
      int root = group[e];
      if (of[root] == NONE) {
        int middle = before + size[root] / 2;
        of[root] = (int) Math.min(parts - 1L, (long) middle * parts / n);
        before += size[root];
      }
      of[e] = of[root];
    }
    for (int node = n; node < fabric.nodes(); node++) {
      of[node] = mostBelow(node, parts);
    }
  }

  /** For each endpoint one that stands for all that may not be parted from it. */
  private int[] groups(boolean byLeaf) {
    int[] root = new int[fabric.nodes()];
    Arrays.setAll(root, i -> i);
    for (int e = 0; e < fabric.endpoints(); e++) {
      for (int port = fabric.firstPort(e); port < fabric.endPort(e); port++) {
        int far = fabric.owner(fabric.peer(port));
        boolean domain = far < fabric.endpoints() || fabric.kind(far) == NodeKind.SCALE_UP_SWITCH;
        if (domain && fabric.scaleUp(port) || byLeaf && !domain) {
          int a = find(root, e);
          int b = find(root, far);
          // The lowest number stands for all: an endpoint.
          root[Math.max(a, b)] = Math.min(a, b);
        }
      }
    }
    for (int node = 0; node < root.length; node++) {
      root[node] = find(root, node);
    }
    return root;
  }

  private static int find(int[] root, int node) {
    int at = node;
    while (root[at] != at) {
      root[at] = root[root[at]];
      at = root[at];
    }
    return at;
  }

  private int distinct(int[] group) {
    int roots = 0;
    for (int e = 0; e < fabric.endpoints(); e++) {
      roots += group[e] == e ? 1 : 0;
    }
    return roots;
  }

  /** Switches have numbers above those of what is below them; those with none take turns. */
  private int mostBelow(int node, int parts) {
    int[] links = new int[parts];
    int most = 0;
    for (int port = fabric.firstPort(node); port < fabric.endPort(node); port++) {
      int far = fabric.owner(fabric.peer(port));
      if (far < node && of[far] != NONE) {
        links[of[far]]++;
        most = Math.max(most, links[of[far]]);
      }
    }
    int turn = node % parts;
    while (links[turn] < most) {
      turn = (turn + 1) % parts;
    }
    return turn;
  }

  private long leastCrossing() {
    long least = Long.MAX_VALUE;
    for (int port = 0; port < fabric.ports(); port++) {
      if (crosses(port)) {
        least = Math.min(least, fabric.latencyPs(port));
      }
    }
    return least;
  }

  int count() {
    return count;
  }

  /** The region of a node. */
  int of(int node) {
    return of[node];
  }

  /** Whether a port's link leads into another region. */
  boolean crosses(int port) {
    return fabric.joined(port) && of[fabric.owner(port)] != of[fabric.owner(fabric.peer(port))];
  }

  /** The least latency of a link from one region to another. */
  long lookAheadPs() {
    return lookAheadPs;
  }

  /** Bits of a queue pair's number below those of its sender's region. */
  int pairShift() {
    return pairShift;
  }
}
