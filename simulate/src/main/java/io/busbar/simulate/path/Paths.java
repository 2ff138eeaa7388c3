package io.busbar.simulate.path;

import io.busbar.simulate.fabric.Fabric;
import java.util.Arrays;

/**
 * Finds the ports that a connection crosses and the part of its bytes that each carries, and keeps
 * the answer until the next {@link #find}. Cost: the ports of the answer. Not thread-safe.
 */
public final class Paths implements LinkPathFinder {
  private static final long SALT = 0x9E3779B97F4A7C15L;
  private static final int NONE = -1;

  private static final int MAX_TIERS = 31;

  private final Fabric fabric;
  private final Routing routing;
  private final long seed;
  private final PortShare share;
  private final SwitchPaths switchPaths;

  private int[] ports = new int[16];
  private double[] parts = new double[16];
  private final int[] slotOf;
  private final int[] turns = new int[MAX_TIERS + 1];
  private int tiersUp;
  private int count;
  private long latencyPs;
  private double bytesPerSecond;

  /**
   * @param seed of the hash; other seeds give other collisions
   */
  public Paths(Fabric fabric, Routing routing, long seed) {
    this(fabric, routing, seed, PortShare.ALL);
  }

  /**
   * @param share part of each link that the simulated traffic may use
   */
  public Paths(Fabric fabric, Routing routing, long seed, PortShare share) {
    this.fabric = fabric;
    this.routing = routing;
    this.seed = seed;
    this.share = share;
    switchPaths = new SwitchPaths(fabric);
    slotOf = new int[routing == Routing.SPREAD ? fabric.ports() : 0];
    Arrays.fill(slotOf, NONE);
  }

  @Override
  public boolean find(int src, int dst, int channel) {
    count = 0;
    latencyPs = 0;
    bytesPerSecond = Double.POSITIVE_INFINITY;
    if (src >= fabric.endpoints() || dst >= fabric.endpoints()) {
      return toOrFromSwitch(src, dst, channel);
    }
    int first = fabric.sourcePort(src, dst, channel);
    int address = fabric.address(src, dst, channel);
    boolean found =
        routing == Routing.SPREAD
            ? spread(first, dst, address)
            : walk(first, src, dst, channel, address);
    clearSlots();
    return found;
  }

  private boolean toOrFromSwitch(int src, int dst, int channel) {
    for (int port : switchPaths.find(src, dst, channel)) {
      add(port, 1);
      latencyPs += fabric.latencyPs(port);
    }
    clearSlots();
    return count > 0;
  }

  /** Whether a path divides over all links that lead on equally well. */
  boolean spreads() {
    return routing == Routing.SPREAD;
  }

  private void clearSlots() {
    for (int i = 0; i < count && routing == Routing.SPREAD; i++) {
      slotOf[ports[i]] = NONE;
    }
  }

  private boolean walk(int first, int src, int dst, int channel, int address) {
    long hash = mix(mix(mix(seed ^ src) ^ dst) ^ channel);
    turns[0] = address;
    tiersUp = 0;
    int port = first;
    add(port, 1);
    latencyPs += fabric.latencyPs(port);
    for (int node = ahead(port); node != dst; node = ahead(port)) {
      int choices = fabric.choices(node, address);
      if (endsAt(node, port) || choices == 0) {
        return false;
      }
      if (routing == Routing.HASH) {
        port = fabric.nextPort(node, address, (int) (mix(hash ^ node) >>> 32));
      } else {
        port = fabric.choice(node, address, turn(node, address) % choices);
      }
      add(port, 1);
      latencyPs += fabric.latencyPs(port);
    }
    return true;
  }

  /**
   * Each tier upwards takes the next digit of the address, so that all its links are used in turn;
   * downwards the tiers take the same digits again, for the cables of their bundles.
   */
  private int turn(int node, int address) {
    if (fabric.leadsUp(node, address)) {
      int turn = turns[tiersUp];
      tiersUp = Math.min(MAX_TIERS, tiersUp + 1);
      turns[tiersUp] = turn / fabric.choices(node, address);
      return turn;
    }
    tiersUp = Math.max(0, tiersUp - 1);
    return turns[tiersUp];
  }

  /** All links of one distance from the source together, one distance after the other. */
  private boolean spread(int first, int dst, int address) {
    add(first, 1);
    int begin = 0;
    while (begin < count) {
      int end = count;
      long slowest = 0;
      for (int i = begin; i < end; i++) {
        slowest = Math.max(slowest, fabric.latencyPs(ports[i]));
        int node = ahead(ports[i]);
        int choices = fabric.choices(node, address);
        if (node == dst) {
          continue;
        }
        if (endsAt(node, ports[i]) || choices == 0) {
          return false;
        }
        for (int c = 0; c < choices; c++) {
          add(fabric.choice(node, address, c), parts[i] / choices);
        }
      }
      latencyPs += slowest;
      begin = end;
    }
    return true;
  }

  /** Nothing is passed on by endpoints, nor by a port without a cable. */
  private boolean endsAt(int node, int port) {
    return node < fabric.endpoints() || !fabric.joined(port);
  }

  private int ahead(int port) {
    return fabric.owner(fabric.peer(port));
  }

  private void add(int port, double part) {
    int slot = routing == Routing.SPREAD ? slotOf[port] : NONE;
    if (slot == NONE) {
      if (count == ports.length) {
        ports = Arrays.copyOf(ports, count * 2);
        parts = Arrays.copyOf(parts, count * 2);
      }
      slot = count++;
      ports[slot] = port;
      parts[slot] = 0;
      if (routing == Routing.SPREAD) {
        slotOf[port] = slot;
      }
    }
    parts[slot] += part;
    bytesPerSecond = Math.min(bytesPerSecond, bytesPerSecond(port) / parts[slot]);
  }

  @Override
  public double bytesPerSecond(int port) {
    return fabric.bytesPerSecond(port) * share.of(port);
  }

  @Override
  public int portCount() {
    return fabric.ports();
  }

  private static long mix(long value) {
    long x = (value + SALT) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }

  @Override
  public int[] ports() {
    return ports;
  }

  @Override
  public double[] parts() {
    return parts;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public boolean scaleUp() {
    for (int i = 0; i < count; i++) {
      if (!fabric.scaleUp(ports[i])) {
        return false;
      }
    }
    return count > 0;
  }

  @Override
  public int firstPort() {
    return ports[0];
  }

  @Override
  public int lastPort() {
    return ports[count - 1];
  }

  @Override
  public long latencyPs() {
    return latencyPs;
  }

  @Override
  public double bytesPerSecond() {
    return bytesPerSecond;
  }
}
