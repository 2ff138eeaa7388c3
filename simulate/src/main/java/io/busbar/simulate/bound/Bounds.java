package io.busbar.simulate.bound;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.network.SimTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Lower bounds for an operation on a fabric, whatever the algorithm. Any set of nodes is a cut:
 * what its ranks must send to the others crosses its links, and the last byte arrives a latency
 * after it left. Looked at are single endpoints and what hangs together without cores, without
 * spines, without leaves. Ranks of one scale-up domain use its links only, as NCCL does. The
 * latency is that of the shortest path out of one endpoint and into another, so a bound is never
 * too high.
 */
public final class Bounds {
  private final Fabric fabric;

  public Bounds(Fabric fabric) {
    this.fabric = fabric;
  }

  /**
   * The bound of each kind of part that has one, the highest first; empty for one rank.
   *
   * @param bytes size as {@link CollectiveOp} counts it
   * @param root rank of the root, where the operation has one
   * @param endpoints endpoint of each rank
   * @param reducesInNetwork whether switches may add up (NVLS, SHARP)
   */
  public List<LowerBound> of(
      CollectiveOp op, double bytes, int root, int[] endpoints, boolean reducesInNetwork) {
    List<LowerBound> bounds = new ArrayList<>();
    for (Part part : Part.values()) {
      LowerBound highest = null;
      for (LowerBound bound : ofPart(part, op, bytes, root, endpoints, reducesInNetwork)) {
        if (highest == null || bound.seconds() > highest.seconds()) {
          highest = bound;
        }
      }
      if (highest != null) {
        bounds.add(highest);
      }
    }
    bounds.sort(Comparator.comparingDouble(LowerBound::seconds).reversed());
    return bounds;
  }

  private List<LowerBound> ofPart(
      Part part,
      CollectiveOp op,
      double bytes,
      int root,
      int[] endpoints,
      boolean reducesInNetwork) {
    int[] partOf = components(part);
    double[] outRate = new double[fabric.nodes()];
    double[] inRate = new double[fabric.nodes()];
    addRates(partOf, oneDomain(endpoints), outRate, inRate);
    double latency = SimTime.seconds(leastLatencyPs(fabric, endpoints));
    int[] ranksIn = new int[fabric.nodes()];
    int[] member = new int[fabric.nodes()];
    for (int endpoint : endpoints) {
      ranksIn[partOf[endpoint]]++;
      member[partOf[endpoint]] = endpoint;
    }
    int n = endpoints.length;
    double least =
        part == Part.ENDPOINT && !reducesInNetwork ? CutBytes.rankFactor(op, n) * bytes : 0;
    List<LowerBound> bounds = new ArrayList<>();
    for (int p = 0; p < ranksIn.length; p++) {
      int k = ranksIn[p];
      if (k > 0 && k < n) {
        boolean hasRoot = partOf[endpoints[root]] == p;
        double out = Math.max(CutBytes.out(op, bytes, n, k, hasRoot), k == 1 ? least : 0);
        double in = Math.max(CutBytes.in(op, bytes, n, k, hasRoot), k == 1 ? least : 0);
        add(bounds, part, member[p], out, outRate[p], latency, true);
        add(bounds, part, member[p], in, inRate[p], latency, false);
      }
    }
    return bounds;
  }

  private static void add(
      List<LowerBound> bounds,
      Part part,
      int member,
      double bytes,
      double rate,
      double latency,
      boolean outwards) {
    if (bytes > 0 && rate > 0) {
      double seconds = bytes / rate + latency;
      bounds.add(new LowerBound(seconds, part, member, bytes, rate, latency, outwards));
    }
  }

  private boolean oneDomain(int[] endpoints) {
    int[] domain = components(Part.DOMAIN);
    return Arrays.stream(endpoints).allMatch(at -> domain[at] == domain[endpoints[0]]);
  }

  /** The shortest path out of one endpoint and into another, picoseconds. */
  public static long leastLatencyPs(Fabric fabric, int[] endpoints) {
    long link = Long.MAX_VALUE;
    boolean direct = false;
    for (int endpoint : endpoints) {
      for (int port = fabric.firstPort(endpoint); port < fabric.endPort(endpoint); port++) {
        if (fabric.joined(port)) {
          link = Math.min(link, fabric.latencyPs(port));
          direct |= fabric.owner(fabric.peer(port)) < fabric.endpoints();
        }
      }
    }
    return link == Long.MAX_VALUE ? 0 : direct ? link : 2 * link;
  }

  private void addRates(int[] partOf, boolean scaleUpOnly, double[] outRate, double[] inRate) {
    for (int port = 0; port < fabric.ports(); port++) {
      int from = partOf[fabric.owner(port)];
      int to = partOf[fabric.owner(fabric.peer(port))];
      if (from != to && (!scaleUpOnly || fabric.scaleUp(port))) {
        outRate[from] += fabric.bytesPerSecond(port);
        inRate[to] += fabric.bytesPerSecond(port);
      }
    }
  }

  /** For each node the number of its component when the switches above are taken away. */
  private int[] components(Part part) {
    int[] parent = new int[fabric.nodes()];
    Arrays.setAll(parent, node -> node);
    for (int port = 0; port < fabric.ports(); port++) {
      int here = fabric.owner(port);
      int there = fabric.owner(fabric.peer(port));
      if (inside(part, here) && inside(part, there)) {
        parent[top(parent, here)] = top(parent, there);
      }
    }
    for (int node = 0; node < parent.length; node++) {
      parent[node] = top(parent, node);
    }
    return parent;
  }

  private boolean inside(Part part, int node) {
    NodeKind kind = fabric.kind(node);
    return switch (part) {
      case ENDPOINT -> false;
      case DOMAIN -> kind == NodeKind.ENDPOINT || kind == NodeKind.SCALE_UP_SWITCH;
      case LEAVES -> kind != NodeKind.SPINE && kind != NodeKind.CORE;
      case POD -> kind != NodeKind.CORE;
    };
  }

  private static int top(int[] parent, int node) {
    int at = node;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }
}
