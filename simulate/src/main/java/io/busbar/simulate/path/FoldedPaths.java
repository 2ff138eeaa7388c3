package io.busbar.simulate.path;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/**
 * Paths for ranks of which the first few stand for all: what one connection stands for, at once. It
 * shares links with others at its ends only, and ends at the rank that stands for its receiver.
 * Paths of different length count with a mean (of messages that go round all ranks) or with the
 * longest (of messages that are all sent at once). For fabrics whose {@link Tiers} are regular;
 * rank i is on endpoint i. Cost of a path: the ranks that a rank stands for, once for each
 * distance. Not thread-safe.
 */
public final class FoldedPaths implements LinkPathFinder {
  /** In place of hops: the longest path counts. */
  public static final int LONGEST = 0;

  private static final int SAME_LEAF = 0;
  private static final int SAME_POD = 1;
  private static final int LEVELS = 3;

  private final Fabric fabric;
  private final Tiers tiers;
  private final Paths paths;
  private final int ranks;
  private final int period;
  private final int hops;
  private final double slower;
  private final Places places;
  private final StandInPorts standIns;
  private final long[] levelPs = new long[LEVELS];
  private final int[] ports = new int[4];
  private final double[] parts = {1, 1, 1, 1};
  private final int[] counts = new int[LEVELS];
  private int[] asked = new int[3 * 64];
  private int askedCount;
  private int count;
  private boolean inside;
  private long latencyPs;
  private double bytesPerSecond;

  /**
   * @param paths of single connections
   * @param period ranks that stand for all, a multiple of a scale-up domain
   * @param hops how many hops a chain of messages makes, each from where the one before arrived;
   *     their latency is the mean of the longest such chain. {@link #LONGEST} for messages that do
   *     not wait for each other
   */
  public FoldedPaths(Fabric fabric, Paths paths, int ranks, int period, int hops) {
    this(fabric, paths, ranks, period, hops, 1);
  }

  /**
   * @param slower links between domains carry their rate over this
   */
  public FoldedPaths(Fabric fabric, Paths paths, int ranks, int period, int hops, double slower) {
    this.fabric = fabric;
    this.paths = paths;
    this.ranks = ranks;
    this.period = period;
    this.hops = hops;
    this.slower = slower;
    tiers = new Tiers(fabric);
    places = new Places();
    standIns = new StandInPorts(fabric, tiers, ranks, period);
    Arrays.fill(levelPs, -1);
  }

  @Override
  public boolean find(int src, int dst, int channel) {
    remember(src, dst, channel);
    int from = src % period;
    int to = from + Math.floorMod(dst - src, ranks);
    inside = fabric.scaleUp(from, to % ranks);
    if (inside) {
      return paths.find(from, to % ranks, channel);
    }
    if (!places.count(from, to, channel, counts)) {
      return false;
    }
    ends(from, to % period, channel);
    latencyPs = 0;
    for (int level = 0; level < LEVELS; level++) {
      if (counts[level] > 0) {
        long ps = levelPs(level, from, to, channel);
        if (ps < 0) {
          return false;
        }
        latencyPs = Math.max(latencyPs, ps);
      }
    }
    if (hops != LONGEST && counts[SAME_LEAF] < ranks / period) {
      latencyPs = meanPs(from, to, channel);
    }
    return true;
  }

  /** Of the chain of hops, one rank that is stood for after the other. */
  private long meanPs(int from, int to, int channel) {
    long[] ps = new long[ranks / period];
    for (int i = 0; i < ps.length; i++) {
      int shift = i * period;
      ps[i] = levelPs[places.level((from + shift) % ranks, (to + shift) % ranks, channel)];
    }
    return meanPs(ps, hops);
  }

  /**
   * What a hop of a chain takes in the mean, of the chain that takes longest.
   *
   * @param ps what each hop takes; the last is followed by the first
   * @param hops of the chain; {@link #LONGEST} for the longest hop
   */
  public static long meanPs(long[] ps, int hops) {
    if (hops == LONGEST) {
      return Arrays.stream(ps).max().orElse(0);
    }
    int copies = ps.length;
    long[] until = new long[2 * copies + 1];
    for (int i = 0; i < 2 * copies; i++) {
      until[i + 1] = until[i] + ps[i % copies];
    }
    int rest = hops % copies;
    long longest = 0;
    for (int i = 0; i < copies; i++) {
      longest = Math.max(longest, until[i + rest] - until[i]);
    }
    return Math.round((double) (hops / copies * until[copies] + longest) / hops);
  }

  private void remember(int src, int dst, int channel) {
    if (askedCount == asked.length) {
      asked = Arrays.copyOf(asked, 2 * askedCount);
    }
    asked[askedCount++] = src;
    asked[askedCount++] = dst;
    asked[askedCount++] = channel;
  }

  private void ends(int from, int to, int channel) {
    count = 0;
    int first = fabric.networkPort(from, channel);
    int up = tiers.intoLeaf(from, channel);
    int down = fabric.peer(tiers.intoLeaf(to, channel));
    int last = fabric.peer(fabric.networkPort(to, channel));
    ports[count++] = first;
    if (up != first) {
      ports[count++] = up;
    }
    if (down != last) {
      ports[count++] = down;
    }
    ports[count++] = last;
    bytesPerSecond = Double.POSITIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      bytesPerSecond = Math.min(bytesPerSecond, bytesPerSecond(ports[i]));
    }
  }

  /** Latency of a level, of the first connection that has one of it; −1 without a path. */
  private long levelPs(int level, int from, int to, int channel) {
    if (levelPs[level] < 0) {
      for (int shift = 0; shift < ranks; shift += period) {
        int src = (from + shift) % ranks;
        int dst = (to + shift) % ranks;
        if (places.level(src, dst, channel) == level) {
          levelPs[level] = paths.find(src, dst, channel) ? paths.latencyPs() : -1;
          break;
        }
      }
    }
    return levelPs[level];
  }

  /**
   * What all link directions carried, also those of ranks that others stand for. A spread
   * connection uses all links of a tier alike, as do those that it stands for.
   *
   * @param played what link directions carried that are at the ends of paths
   * @param moved bytes of each connection, in the order in which their paths were asked for
   */
  public double[] carried(double[] played, IntToDoubleFunction moved) {
    double[] all = new double[played.length];
    for (int port = 0; port < all.length; port++) {
      all[port] = standIns.belongs(port) ? played[standIns.of(port)] : 0;
    }
    double[] over = new double[LEVELS];
    int found = askedCount;
    for (int i = 0; i < found; i += 3) {
      double bytes = moved.applyAsDouble(i / 3);
      int src = asked[i];
      int dst = asked[i + 1];
      if (bytes > 0 && !fabric.scaleUp(src, dst)) {
        if (paths.spreads()) {
          int from = src % period;
          places.count(from, from + Math.floorMod(dst - src, ranks), asked[i + 2], counts);
          over[SAME_POD] += bytes * (ranks / period - counts[SAME_LEAF]);
          over[SAME_POD + 1] += bytes * counts[SAME_POD + 1];
        } else {
          addPaths(src, dst, asked[i + 2], bytes, all);
        }
      }
    }
    if (paths.spreads()) {
      addTiers(over, all);
    }
    return all;
  }

  private void addPaths(int src, int dst, int channel, double bytes, double[] all) {
    for (int shift = 0; shift < ranks; shift += period) {
      if (paths.find((src + shift) % ranks, (dst + shift) % ranks, channel)) {
        for (int hop = 0; hop < paths.count(); hop++) {
          int port = paths.ports()[hop];
          all[port] += tiers.inner(port) ? bytes * paths.parts()[hop] : 0;
        }
      }
    }
  }

  private void addTiers(double[] over, double[] all) {
    int[] links = new int[LEVELS];
    for (int port = 0; port < all.length; port++) {
      links[levelAbove(port)] += 1;
    }
    for (int port = 0; port < all.length; port++) {
      int level = levelAbove(port);
      all[port] += level == SAME_LEAF ? 0 : 2 * over[level] / links[level];
    }
  }

  /** The level that begins above a link between switches; 0 for other links. */
  private int levelAbove(int port) {
    if (!fabric.joined(port) || !tiers.inner(port)) {
      return SAME_LEAF;
    }
    NodeKind near = fabric.kind(fabric.owner(port));
    NodeKind far = fabric.kind(fabric.owner(fabric.peer(port)));
    return near == NodeKind.LEAF || far == NodeKind.LEAF ? SAME_POD : SAME_POD + 1;
  }

  @Override
  public int[] ports() {
    return inside ? paths.ports() : ports;
  }

  @Override
  public double[] parts() {
    return inside ? paths.parts() : parts;
  }

  @Override
  public int count() {
    return inside ? paths.count() : count;
  }

  @Override
  public boolean scaleUp() {
    return inside && paths.scaleUp();
  }

  @Override
  public double bytesPerSecond(int port) {
    return paths.bytesPerSecond(port) / (fabric.scaleUp(port) ? 1 : slower);
  }

  @Override
  public int portCount() {
    return paths.portCount();
  }

  @Override
  public long latencyPs() {
    return inside ? paths.latencyPs() : latencyPs;
  }

  @Override
  public double bytesPerSecond() {
    return inside ? paths.bytesPerSecond() : bytesPerSecond;
  }

  @Override
  public int firstPort() {
    return ports()[0];
  }

  @Override
  public int lastPort() {
    return ports()[count() - 1];
  }

  /**
   * Where the ranks that one stands for are: a row of leaves and one of pods, equal rows once. How
   * many pairs meet at one distance is counted once for each pair of rows.
   */
  private final class Places {
    private final Map<Long, int[]> leafRow = new HashMap<>();
    private final Map<Long, int[]> podRow = new HashMap<>();
    private final Map<IntBuffer, int[]> rows = new HashMap<>();
    private final Map<Meeting, Integer> meetings = new HashMap<>();

    /** Rows are compared by identity: equal ones are the same. */
    private record Meeting(int[] near, int[] far, int blocks) {
      @Override
      public boolean equals(Object other) {
        return other instanceof Meeting m && m.near == near && m.far == far && m.blocks == blocks;
      }

      @Override
      public int hashCode() {
        return (System.identityHashCode(near) * 31 + System.identityHashCode(far)) * 31 + blocks;
      }
    }

    boolean count(int from, int to, int channel, int[] into) {
      int blocks = to / period;
      int[] leaves = leaves(from, channel);
      int[] others = leaves(to % period, channel);
      if (leaves[0] < 0 || others[0] < 0) {
        return false;
      }
      int near = meet(leaves, others, blocks);
      int pods = meet(pods(from, channel), pods(to % period, channel), blocks);
      into[SAME_LEAF] = near;
      into[SAME_POD] = pods - near;
      into[SAME_POD + 1] = leaves.length - pods;
      return true;
    }

    int level(int src, int dst, int channel) {
      int here = tiers.leaf(src, channel);
      int there = tiers.leaf(dst, channel);
      return here == there
          ? SAME_LEAF
          : tiers.pod(here) == tiers.pod(there) ? SAME_POD : SAME_POD + 1;
    }

    private int meet(int[] near, int[] far, int blocks) {
      return meetings.computeIfAbsent(
          new Meeting(near, far, blocks),
          m -> {
            int equal = 0;
            int n = near.length;
            for (int i = 0, j = blocks % n; i < n; i++) {
              equal += near[i] == far[j] ? 1 : 0;
              j = j + 1 == n ? 0 : j + 1;
            }
            return equal;
          });
    }

    private int[] leaves(int rank, int channel) {
      return leafRow.computeIfAbsent(
          (long) channel << 32 | rank,
          key -> {
            int[] row = new int[ranks / period];
            Arrays.setAll(row, i -> tiers.leaf(rank + i * period, channel));
            return once(row);
          });
    }

    private int[] pods(int rank, int channel) {
      return podRow.computeIfAbsent(
          (long) channel << 32 | rank,
          key -> {
            int[] leaves = leaves(rank, channel);
            int[] row = new int[leaves.length];
            Arrays.setAll(row, i -> tiers.pod(leaves[i]));
            return once(row);
          });
    }

    private int[] once(int[] row) {
      return rows.computeIfAbsent(IntBuffer.wrap(row), key -> row);
    }
  }
}
