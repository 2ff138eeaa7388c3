package io.busbar.nccl.topology;

import io.busbar.nccl.graph.PathType;
import io.busbar.nccl.topology.Graph.Kind;
import io.busbar.nccl.topology.Graph.Link;
import io.busbar.nccl.topology.Graph.LinkKind;
import io.busbar.nccl.topology.Graph.Node;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The best path from one node to every other as NCCL ranks paths: better type first, then more
 * bandwidth, then fewer hops. A path's bandwidth is that of its slowest link. Another GPU is passed
 * over NVLink only, and only as the first hop. {@code O(hops · links)}.
 */
final class Paths {
  private final Graph graph;
  private final int source;
  private final PathType[] type;
  private final double[] bytesPerSecond;
  private final int[] hops;

  private Paths(Graph graph, int source) {
    this.graph = graph;
    this.source = source;
    this.type = new PathType[graph.size()];
    this.bytesPerSecond = new double[graph.size()];
    this.hops = new int[graph.size()];
    Arrays.fill(type, PathType.DIS);
  }

  static Paths from(Graph graph, Node source) {
    Paths paths = new Paths(graph, source.index());
    paths.search();
    return paths;
  }

  PathType type(Node to) {
    return type[to.index()];
  }

  /** 0 when there is no path. */
  double bytesPerSecond(Node to) {
    return bytesPerSecond[to.index()];
  }

  int hops(Node to) {
    return hops[to.index()];
  }

  private void search() {
    type[source] = PathType.LOC;
    bytesPerSecond[source] = Double.POSITIVE_INFINITY;
    Deque<Integer> changed = new ArrayDeque<>();
    boolean[] waiting = new boolean[graph.size()];
    changed.add(source);
    while (!changed.isEmpty()) {
      int at = changed.remove();
      waiting[at] = false;
      for (Link link : graph.links(at)) {
        if (mayPass(at, link) && improve(at, link) && !waiting[link.to()]) {
          waiting[link.to()] = true;
          changed.add(link.to());
        }
      }
    }
  }

  private boolean mayPass(int at, Link link) {
    return at == source
        || graph.node(at).kind() != Kind.GPU
        || (link.kind() == LinkKind.NVLINK
            && graph.node(link.to()).kind() == Kind.GPU
            && hops[at] == 1);
  }

  private boolean improve(int at, Link link) {
    int to = link.to();
    PathType newType = worse(type[at], typeOfHop(at, link));
    double newRate = Math.min(bytesPerSecond[at], link.bytesPerSecond());
    int newHops = hops[at] + 1;
    int byType = newType.compareTo(type[to]);
    int byRate = Double.compare(bytesPerSecond[to], newRate);
    boolean better =
        byType < 0 || (byType == 0 && (byRate < 0 || (byRate == 0 && newHops < hops[to])));
    if (better && to != source) {
      type[to] = newType;
      bytesPerSecond[to] = newRate;
      hops[to] = newHops;
      return true;
    }
    return false;
  }

  private static PathType worse(PathType one, PathType other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private PathType typeOfHop(int at, Link link) {
    Kind here = graph.node(at).kind();
    Kind there = graph.node(link.to()).kind();
    return switch (link.kind()) {
      case LOCAL, NETWORK -> PathType.LOC;
      case NVLINK ->
          here == Kind.GPU && at != source && type[at] == PathType.NVL
              ? PathType.NVB
              : PathType.NVL;
      case C2C -> PathType.C2C;
      case CPU -> PathType.SYS;
      case PCIE -> pcie(at, here, there);
    };
  }

  private PathType pcie(int at, Kind here, Kind there) {
    if (here == Kind.CPU && type[at] == PathType.C2C) {
      return PathType.P2C;
    }
    if (here == Kind.CPU || there == Kind.CPU) {
      return PathType.PHB;
    }
    return here == Kind.PCI && there == Kind.PCI ? PathType.PXB : PathType.PIX;
  }
}
