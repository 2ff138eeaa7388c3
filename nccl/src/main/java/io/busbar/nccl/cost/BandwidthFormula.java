package io.busbar.nccl.cost;

import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.cost.CostTables.Cap;
import io.busbar.nccl.cost.CostTables.NvlsBandwidth;
import io.busbar.nccl.graph.Cpu;
import io.busbar.nccl.graph.Pattern;
import io.busbar.nccl.graph.SearchGraph;

/**
 * Algorithm bandwidth B in GB/s as NCCL computes it (src/graph/tuning.cc): rate of a channel times
 * channels, caps of the protocol, bus to algorithm bandwidth. Rounded to single precision where
 * NCCL does, so that printed tables agree to the digit.
 */
final class BandwidthFormula {
  private final CostTables tables;
  private final Communicator comm;
  private final int row;
  private final int scale;
  private final int llRow;
  private final float ranksPerNode;

  BandwidthFormula(CostTables tables, Communicator comm) {
    this.tables = tables;
    this.comm = comm;
    this.row = GpuRow.of(comm.minComputeCapability()).ordinal();
    this.scale = Math.min(comm.nodes(), 3) - 1;
    boolean amd = comm.cpu() == Cpu.AMD || comm.cpu() == Cpu.MIXED;
    GpuRow cpuRow = amd ? GpuRow.AMPERE : GpuRow.VOLTA;
    this.llRow = comm.nodes() == 1 ? row : cpuRow.ordinal();
    this.ranksPerNode = (float) comm.ranks() / comm.nodes();
  }

  /** B of a combination that NCCL implements; 0 when it gives no bandwidth. */
  float of(NcclFunction f, Algorithm a, Protocol p) {
    SearchGraph graph = comm.graphs().of(a);
    if (!graph.found()) {
      return 0;
    }
    float channelRate = channelRate(f, a, graph);
    float bus = graph.channels() * channelRate;
    bus =
        switch (a) {
          case RING -> ring(f, p, graph, bus);
          case TREE -> tree(f, p, graph, bus);
          case PAT -> (float) (bus * tables.patShare);
          case COLLNET_DIRECT ->
              p == Protocol.SIMPLE ? collnetDirect(f, graph, channelRate, bus) : 0;
          case COLLNET_CHAIN -> p == Protocol.SIMPLE ? bus : 0;
          case NVLS, NVLS_TREE -> bus;
        };
    return bus * ratio(f, a);
  }

  private float channelRate(NcclFunction f, Algorithm a, SearchGraph graph) {
    float intra = (float) graph.intraGigabytesPerSecond();
    float inter = (float) graph.interGigabytesPerSecond();
    if (a == Algorithm.NVLS || a == Algorithm.NVLS_TREE) {
      return tables.nvlsBandwidth == NvlsBandwidth.EFFICIENCY
          ? nvlsByEfficiency(f, a, graph.channels(), intra, inter)
          : nvlsSmaller(f, a, intra, inter);
    }
    boolean collnet = a == Algorithm.COLLNET_DIRECT || a == Algorithm.COLLNET_CHAIN;
    return comm.nodes() <= 2 || collnet ? intra : inter;
  }

  /** Releases before 2.28.9. */
  private float nvlsSmaller(NcclFunction f, Algorithm a, float intra, float inter) {
    if (a == Algorithm.NVLS_TREE) {
      return Math.min(intra, comm.nodes() <= 2 ? inter : inter / 2);
    }
    boolean shared = tables.nvlsBandwidth == NvlsBandwidth.SMALLER_GATHER_SHARED;
    return shared && f != NcclFunction.ALL_REDUCE
        ? Math.min(intra * (ranksPerNode - 1) / ranksPerNode, inter * 0.9f)
        : Math.min(intra, inter);
  }

  private float nvlsByEfficiency(
      NcclFunction f, Algorithm a, int channels, float intra, float inter) {
    if (channels < 2) {
      return 0;
    }
    float inside = intra * (float) tables.nvlsEfficiency[row] * (channels - 1) / channels;
    inside *= f == NcclFunction.ALL_REDUCE ? 2 : (ranksPerNode - 1) / ranksPerNode;
    boolean pair = comm.nodes() <= 2 && a == Algorithm.NVLS_TREE;
    float least = Math.min(inside, inter * (pair ? 2 : 1));
    return a == Algorithm.NVLS_TREE
        ? Math.min(least, (float) tables.cap(Cap.NVLS_TREE_CHANNEL_MAX, row, scale))
        : least;
  }

  private float ring(NcclFunction f, Protocol p, SearchGraph graph, float bus) {
    return switch (p) {
      case LL -> (float) Math.min(tables.cap(Cap.LL_MAX, llRow, scale), bus * ringLlShare(f));
      case LL128 -> {
        double share = ranksPerNode < 2 ? tables.ringLl128ShareAlone : 0.92;
        double cap = graph.channels() * tables.cap(Cap.RING_LL128_CHANNEL_MAX, row, scale);
        yield (float) Math.min(bus * share, cap);
      }
      case SIMPLE -> bus;
    };
  }

  private double ringLlShare(NcclFunction f) {
    if (tables.ringLlHalf) {
      return 0.5;
    }
    boolean reduces = f == NcclFunction.ALL_REDUCE || f == NcclFunction.REDUCE;
    return comm.nodes() > 1 || reduces ? 1 / 4.0 : 1 / 3.0;
  }

  private float tree(NcclFunction f, Protocol p, SearchGraph graph, float bus) {
    float rate = bus;
    if (f == NcclFunction.ALL_REDUCE) {
      double cap = graph.channels() * tables.cap(Cap.TREE_CHANNEL_MAX, row, scale);
      rate = (float) Math.min(rate * 0.92, cap);
    }
    if (p == Protocol.LL) {
      rate = (float) Math.min(rate / 3.8, tables.cap(Cap.LL_MAX, llRow, scale));
    } else if (p == Protocol.LL128) {
      double cap = graph.channels() * tables.cap(Cap.TREE_LL128_CHANNEL_MAX, row, scale);
      rate = (float) Math.min(rate * (comm.nodes() == 1 ? 7.0 / 9.0 : 120.0 / 128.0), cap);
    }
    return graph.pattern() == Pattern.TREE ? (float) (rate * 0.85) : rate;
  }

  private float collnetDirect(NcclFunction f, SearchGraph graph, float channelRate, float bus) {
    if (f.gathersOrScatters()) {
      if (tables.collnetGatherSmaller) {
        float inter = (float) graph.interGigabytesPerSecond() * 0.9f;
        return ranksPerNode * Math.min((float) graph.intraGigabytesPerSecond(), inter);
      }
      float w = (ranksPerNode - 1) / (8 - 1);
      return (float) (ranksPerNode * channelRate * (w * 0.85 + (1 - w) * 0.95));
    }
    // Each GPU should have a NIC of its own; what lacks is counted half.
    float factor = (float) (ranksPerNode / (1.0 * graph.channels()));
    factor -= (factor - 1) / 2;
    float rate = bus / factor;
    return comm.minComputeCapability() >= 90 ? (float) (rate * 0.85) : rate;
  }

  /** Bus to algorithm bandwidth. */
  private float ratio(NcclFunction f, Algorithm a) {
    boolean nvls = a == Algorithm.NVLS || a == Algorithm.NVLS_TREE;
    if (f.gathersOrScatters() && a != Algorithm.RING) {
      return nvls && !tables.nvlsGatherUnchanged ? (float) (5.0 / 6.0) : 1;
    }
    if (a == Algorithm.RING || (nvls && tables.nvlsBandwidth == NvlsBandwidth.EFFICIENCY)) {
      return (float) (1.0 * comm.ranks() / steps(f, comm.ranks()));
    }
    return nvls ? (float) (5.0 / 6.0) : 0.5f;
  }

  /** Steps of a ring of so many ranks. */
  static int steps(NcclFunction f, int ranks) {
    return switch (f) {
      case ALL_REDUCE -> 2 * (ranks - 1);
      case ALL_GATHER, REDUCE_SCATTER -> ranks - 1;
      case BROADCAST, REDUCE -> ranks;
    };
  }
}
