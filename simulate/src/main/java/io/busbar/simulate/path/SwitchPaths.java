package io.busbar.simulate.path;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import java.util.Arrays;

/**
 * The path between a switch that takes part in a collective and an endpoint or another such switch:
 * as few links as there can be, the same in both directions. Of equal cables the tree chooses.
 * Routes of addresses do not lead to switches, so who sends there names every link. Not
 * thread-safe.
 */
public final class SwitchPaths {
  private static final int[] NONE = {};

  /** Tiers above the lowest one; and the links of the longest way down. */
  private static final int TIERS = 4;

  private final Fabric fabric;
  private final int[] path = new int[2 * TIERS + 2];
  private int count;

  public SwitchPaths(Fabric fabric) {
    this.fabric = fabric;
  }

  /**
   * The ports from one node to the other, at least one of them a switch; empty without a path.
   *
   * @param tree number of the tree that the link belongs to; at an endpoint it chooses the NIC
   */
  public int[] find(int src, int dst, int tree) {
    if (lower(src, dst)) {
      return climb(src, dst, tree) ? Arrays.copyOf(path, count) : NONE;
    }
    if (!climb(dst, src, tree)) {
      return NONE;
    }
    int[] back = new int[count];
    for (int i = 0; i < count; i++) {
      back[i] = fabric.peer(path[count - 1 - i]);
    }
    return back;
  }

  /** Paths are looked for from below, so that both directions take the same cables. */
  private boolean lower(int a, int b) {
    int tiers = fabric.kind(a).compareTo(fabric.kind(b));
    return tiers < 0 || (tiers == 0 && a < b);
  }

  private boolean climb(int from, int to, int tree) {
    count = 0;
    int node = from;
    if (from < fabric.endpoints()) {
      boolean scaleUp = fabric.kind(to) == NodeKind.SCALE_UP_SWITCH;
      int port = scaleUp ? fabric.firstPort(from) : fabric.networkPort(from, tree);
      if (port >= fabric.endPort(from) || !fabric.joined(port)) {
        return false;
      }
      node = add(port);
    }
    for (int tiers = 0; tiers <= TIERS; tiers++) {
      if (reach(node, to, tree, tiers)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a node is that many tiers up and then any number down. */
  private boolean reach(int node, int to, int tree, int tiers) {
    if (tiers == 0) {
      return node == to || descend(node, to, tree);
    }
    int ups = fabric.ups(node);
    int before = count;
    for (int i = 0; i < ups; i++) {
      int port = upPort(node, tree + i);
      if (fabric.joined(port) && reach(add(port), to, tree, tiers - 1)) {
        return true;
      }
      count = before;
    }
    return false;
  }

  /**
   * The port by which a tree leaves a node upwards: as many trees as there are ports take each
   * another one, and the next tree another switch above.
   */
  public int upPort(int node, int tree) {
    int first = fabric.firstUp(node);
    int ups = fabric.ups(node);
    int bundle = 1;
    while (bundle < ups && ahead(first + bundle) == ahead(first)) {
      bundle++;
    }
    int switches = ups / bundle;
    return first + tree % switches * bundle + tree / switches % bundle;
  }

  private boolean descend(int from, int to, int tree) {
    int address = fabric.firstAddressBelow(to);
    int before = count;
    int node = from;
    for (int links = 0; links <= TIERS && address >= 0 && node >= fabric.endpoints(); links++) {
      if (fabric.leadsUp(node, address)) {
        break;
      }
      int first = fabric.firstChoice(node, address);
      int port = first + Math.floorMod(tree, fabric.choices(node, address));
      if (!fabric.joined(port)) {
        break;
      }
      node = add(port);
      if (node == to) {
        return true;
      }
    }
    count = before;
    return false;
  }

  private int add(int port) {
    path[count++] = port;
    return ahead(port);
  }

  private int ahead(int port) {
    return fabric.owner(fabric.peer(port));
  }
}
