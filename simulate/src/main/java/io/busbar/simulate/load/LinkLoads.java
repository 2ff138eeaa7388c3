package io.busbar.simulate.load;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes and connections on every link direction. A connection's path is the flow engine's: by a
 * hash (ECMP), by its destination, or in equal parts over all (adaptive, spray). Where a part of
 * the fabric is broken, a hashed connection takes a path that is whole, each of them equally
 * likely: the hash is drawn again until it finds one. One that is spread divides over {@link
 * #SPREAD_DRAWS} such draws. Cost: the ports of all paths. Immutable.
 */
public final class LinkLoads {
  /** Paths over which a spread connection divides beside something broken. */
  static final int SPREAD_DRAWS = 64;

  /** Draws after which a connection counts as cut off. */
  private static final int MOST_DRAWS = 512;

  private static final long OTHER_SEED = 0x9E3779B97F4A7C15L;

  private final Fabric fabric;
  private final double[] bytes;
  private final int[] connections;
  private final List<Paths> draws = new ArrayList<>();
  private final Crossings crossings;
  private int cutOff;

  private LinkLoads(Fabric fabric, Parts looked) {
    this.fabric = fabric;
    crossings = new Crossings(fabric, looked);
    bytes = new double[fabric.ports()];
    connections = new int[fabric.ports()];
  }

  /**
   * Loads of connections.
   *
   * @param seed of hashes
   */
  public static LinkLoads of(
      Fabric fabric, Connections all, Routing routing, long seed, Parts broken) {
    return of(fabric, all, routing, seed, broken, Parts.none(fabric));
  }

  /**
   * Loads of connections, and who crosses some parts.
   *
   * @param seed of hashes
   * @param looked the parts of which {@link #crossings} tells
   */
  static LinkLoads of(
      Fabric fabric, Connections all, Routing routing, long seed, Parts broken, Parts looked) {
    LinkLoads loads = new LinkLoads(fabric, looked);
    Paths usual = new Paths(fabric, routing, seed);
    for (int i = 0; i < all.size(); i++) {
      boolean whole = usual.find(all.src(i), all.dst(i), all.channel(i));
      if (whole && !crosses(usual, broken)) {
        loads.add(usual, all.bytes(i));
      } else {
        loads.around(all, i, routing == Routing.SPREAD ? SPREAD_DRAWS : 1, seed, broken);
      }
      if (looked.any()) {
        loads.crossings.end(all.src(i), all.dst(i));
      }
    }
    return loads;
  }

  private static boolean crosses(Paths path, Parts broken) {
    if (!broken.any()) {
      return false;
    }
    for (int k = 0; k < path.count(); k++) {
      if (broken.holds(path.ports()[k])) {
        return true;
      }
    }
    return false;
  }

  private void around(Connections all, int i, int wanted, long seed, Parts broken) {
    int found = 0;
    for (int draw = 1; draw <= MOST_DRAWS && found < wanted; draw++) {
      Paths other = draw(draw, seed);
      if (other.find(all.src(i), all.dst(i), all.channel(i)) && !crosses(other, broken)) {
        add(other, all.bytes(i) / wanted);
        found++;
      }
    }
    if (found == 0) {
      cutOff++;
    }
  }

  /** The paths of another hash, made once. */
  private Paths draw(int number, long seed) {
    while (draws.size() < number) {
      draws.add(new Paths(fabric, Routing.HASH, seed + (draws.size() + 1) * OTHER_SEED));
    }
    return draws.get(number - 1);
  }

  private void add(Paths path, double amount) {
    for (int k = 0; k < path.count(); k++) {
      bytes[path.ports()[k]] += amount * path.parts()[k];
      connections[path.ports()[k]]++;
    }
    if (crossings.looks()) {
      crossings.add(path, amount);
    }
  }

  /** Bytes that leave a port. */
  public double bytes(int port) {
    return bytes[port];
  }

  /** Connections that cross a port, whole or in part. */
  public int connections(int port) {
    return connections[port];
  }

  /** Who crosses the parts that are looked at. */
  Crossings crossings() {
    return crossings;
  }

  /** Connections that no path is left for. */
  public int cutOff() {
    return cutOff;
  }

  /** Seconds for which a port is busy with its bytes at its rate. */
  public double seconds(int port) {
    return bytes[port] == 0 ? 0 : bytes[port] / fabric.bytesPerSecond(port);
  }

  /**
   * Whether a port's link belongs to the network between nodes, not to a scale-up domain.
   *
   * @param port any
   */
  public boolean inNetwork(int port) {
    return isNetwork(fabric.kind(fabric.owner(port)))
        || isNetwork(fabric.kind(fabric.owner(fabric.peer(port))));
  }

  private static boolean isNetwork(NodeKind kind) {
    return kind != NodeKind.ENDPOINT && kind != NodeKind.SCALE_UP_SWITCH;
  }

  /** The port of the network that is busy longest; −1 when nothing crosses it. */
  public int busiest() {
    int most = -1;
    for (int port = 0; port < bytes.length; port++) {
      if (bytes[port] > 0 && inNetwork(port) && (most < 0 || seconds(port) > seconds(most))) {
        most = port;
      }
    }
    return most;
  }

  /** Seconds of the busiest port of the network; 0 when nothing crosses it. */
  public double busiestSeconds() {
    int port = busiest();
    return port < 0 ? 0 : seconds(port);
  }

  /** The fabric that is loaded. */
  public Fabric fabric() {
    return fabric;
  }
}
