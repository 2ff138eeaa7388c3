package io.busbar.nccl.cost;

import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.cost.CostTables.Link;
import io.busbar.nccl.graph.Cpu;
import io.busbar.nccl.graph.PathType;
import io.busbar.nccl.graph.SearchGraph;
import io.busbar.nccl.settings.NcclSettings;

/**
 * Latency L in microseconds as NCCL computes it (src/graph/tuning.cc): a base and hops inside the
 * node and over the network. Rounded to single precision where NCCL does.
 */
final class LatencyFormula {
  private final CostTables tables;
  private final Communicator comm;

  LatencyFormula(CostTables tables, Communicator comm) {
    this.tables = tables;
    this.comm = comm;
  }

  /** L of a combination that NCCL implements. */
  float of(NcclFunction f, Algorithm a, Protocol p) {
    SearchGraph graph = comm.graphs().of(a);
    Link inside = graph.intraType() == PathType.NVL ? Link.NVLINK : Link.PCI;
    float intra = intra(inside, a, p);
    float inter = inter(graph, a, p);
    float base = tables.base[a.ordinal()][p.ordinal()];
    int peers = comm.ranks() / comm.nodes() - 1;
    int levels = log2(comm.nodes());
    return switch (a) {
      case RING -> ring(f, p, graph, inside, base, intra, inter);
      case TREE ->
          f == NcclFunction.ALL_REDUCE ? base + 2 * (peers * intra + levels * inter) : base;
      case COLLNET_DIRECT ->
          (float) (base + 2 * (Math.min(1, peers) * intra + peers * tables.collnetArityUs) + inter);
      case COLLNET_CHAIN -> base + 2 * peers * intra + inter;
      case NVLS -> comm.nodes() > 1 ? intra + inter : intra;
      case NVLS_TREE -> base + (intra + 2 * levels * inter);
      case PAT -> (float) (base + levels * (inter / 3.5) + comm.ranks() * 2.8);
    };
  }

  private float intra(Link inside, Algorithm a, Protocol p) {
    // On POWER a hop of the tree over PCIe counts as one of the ring.
    boolean power = comm.cpu() == Cpu.POWER && inside == Link.PCI;
    return power && a == Algorithm.TREE && p == Protocol.SIMPLE
        ? tables.hop(Link.PCI, Algorithm.RING, p)
        : tables.hop(inside, a, p);
  }

  private float inter(SearchGraph graph, Algorithm a, Protocol p) {
    boolean alone = comm.ranks() == comm.nodes();
    float hop = tables.hop(Link.NET, tables.treeLatencyAlone && alone ? Algorithm.TREE : a, p);
    float declared = (float) graph.interLatencyUs();
    // Simple also waits for the flush of received data.
    return p == Protocol.SIMPLE ? hop + declared + declared : hop + declared;
  }

  private float ring(
      NcclFunction f,
      Protocol p,
      SearchGraph graph,
      Link inside,
      float base,
      float intra,
      float inter) {
    int steps = BandwidthFormula.steps(f, comm.ranks());
    if (f == NcclFunction.BROADCAST || f == NcclFunction.REDUCE) {
      Link link = comm.nodes() == 1 ? inside : Link.NET;
      if (graph.sameChannels()) {
        return base + tables.hop(link, Algorithm.RING, p);
      }
      Algorithm like = p == Protocol.SIMPLE ? Algorithm.TREE : Algorithm.RING;
      float hop = link == Link.PCI ? intra(link, like, p) : tables.hop(link, like, p);
      return base + steps * hop;
    }
    float hop = Math.max(intra, netOverheadUs(p));
    int networkSteps = networkSteps(f);
    return base + ((steps - networkSteps) * hop + networkSteps * inter);
  }

  private int networkSteps(NcclFunction f) {
    int nodes = comm.nodes();
    if (f == NcclFunction.ALL_REDUCE && !tables.networkStepsLessOne) {
      return nodes > 1 ? 2 * nodes : 0;
    }
    return f == NcclFunction.ALL_REDUCE ? 2 * (nodes - 1) : nodes - 1;
  }

  /** What a proxy thread needs to post a message; every step of the ring needs one. */
  private float netOverheadUs(Protocol p) {
    if (comm.nodes() == 1) {
      return 0;
    }
    int set = comm.settings().netOverheadNs();
    float us = set == NcclSettings.AUTO ? (comm.cpu() == Cpu.AMD ? 2 : 1) : (float) (set * 0.001);
    return p == Protocol.SIMPLE ? us * 3 : us;
  }

  /** Floor of the binary logarithm; 0 for 1. */
  static int log2(int n) {
    return 31 - Integer.numberOfLeadingZeros(n);
  }
}
