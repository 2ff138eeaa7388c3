package io.busbar.nccl.cost;

import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.nccl.version.VersionedTables;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The constants of one release, read from {@code nccl/cost-model.yaml} into primitive tables.
 * Latencies in microseconds, rates in GB/s (10^9). Immutable and thread-safe; a release is read
 * once.
 */
final class CostTables {
  private static final int SCALES = 3;
  private static final Map<NcclVersion, CostTables> READ = new ConcurrentHashMap<>();

  /** Kinds of links in the latency tables. */
  enum Link {
    NVLINK,
    PCI,
    NET
  }

  /** Tables of caps: one row per GPU generation, one column per scale. */
  enum Cap {
    LL_MAX,
    RING_LL128_CHANNEL_MAX,
    TREE_LL128_CHANNEL_MAX,
    TREE_CHANNEL_MAX,
    NVLS_TREE_CHANNEL_MAX
  }

  /** How the bandwidth of NVLS follows from its graph. */
  enum NvlsBandwidth {
    SMALLER,
    SMALLER_GATHER_SHARED,
    EFFICIENCY
  }

  final float[][] base;
  final float[][][] hop;
  final double[][][] caps;
  final double[] nvlsEfficiency;
  final float[][] correction;
  final double patShare;
  final double ringLl128ShareAlone;
  final double plateauHopper;
  final double plateauVolta;
  final double collnetArityUs;
  final int operationsPerBatch;
  final boolean ringLlHalf;
  final boolean networkStepsLessOne;
  final boolean treeLatencyAlone;
  final NvlsBandwidth nvlsBandwidth;
  final boolean nvlsGatherUnchanged;
  final boolean collnetGatherSmaller;
  final boolean nvlsTreeCorrected;

  private CostTables(Source in) {
    base = in.latencies("base_latency_us");
    hop = new float[Link.values().length][][];
    for (Link link : Link.values()) {
      hop[link.ordinal()] =
          in.latencies("hardware_latency_" + link.name().toLowerCase(Locale.ROOT) + "_us");
    }
    caps = new double[Cap.values().length][][];
    for (Cap cap : Cap.values()) {
      String table = cap.name().toLowerCase(Locale.ROOT) + "_gigabytes_per_s";
      caps[cap.ordinal()] = in.generations(table, SCALES);
    }
    nvlsEfficiency = new double[GpuRow.values().length];
    double[][] efficiency = in.generations("nvls_efficiency", 1);
    for (int i = 0; i < nvlsEfficiency.length; i++) {
      nvlsEfficiency[i] = efficiency[i][0];
    }
    correction = in.corrections();
    patShare = in.value("pat_share");
    ringLl128ShareAlone = in.value("ring_ll128_share_one_gpu_per_node");
    plateauHopper = in.value("plateau_hopper");
    plateauVolta = in.value("plateau_volta");
    collnetArityUs = in.value("collnet_arity_us");
    operationsPerBatch = (int) in.value("operations_per_batch");
    ringLlHalf = in.is("ring_ll", "half", "quarter-or-third");
    networkStepsLessOne = in.is("ring_network_steps", "twice-nodes-less-one", "twice-nodes");
    treeLatencyAlone = in.is("one_gpu_per_node_latency", "tree", "own");
    nvlsBandwidth =
        NvlsBandwidth.valueOf(
            in.choice("nvls_bandwidth").toUpperCase(Locale.ROOT).replace('-', '_'));
    nvlsGatherUnchanged = in.is("nvls_gather_ratio", "unchanged", "five-sixths");
    collnetGatherSmaller = in.is("collnet_gather", "smaller", "interpolated");
    nvlsTreeCorrected = in.is("nvls_tree_correction", "as-tree", "none");
  }

  /** The constants of a release; those of the nearest release that was looked at. */
  static CostTables of(NcclVersion version) {
    return READ.computeIfAbsent(version, v -> new CostTables(new Source(Holder.RESOURCE, v)));
  }

  double cap(Cap cap, int row, int scale) {
    return caps[cap.ordinal()][row][scale];
  }

  float hop(Link link, Algorithm algorithm, Protocol protocol) {
    return hop[link.ordinal()][algorithm.ordinal()][protocol.ordinal()];
  }

  private static final class Holder {
    static final VersionedTables RESOURCE = VersionedTables.load("/nccl/cost-model.yaml");
  }

  /** All tables with their histories and sources. */
  static VersionedTables resource() {
    return Holder.RESOURCE;
  }

  /** The resource as one release sees it. */
  private record Source(VersionedTables tables, NcclVersion version) {
    double value(String table) {
      return tables.value(version, table);
    }

    String choice(String table) {
      return tables.choice(version, table);
    }

    boolean is(String table, String wanted, String other) {
      String choice = choice(table);
      if (!choice.equals(wanted) && !choice.equals(other)) {
        throw new IllegalStateException(table + " names no formula: " + choice);
      }
      return choice.equals(wanted);
    }

    float[][] latencies(String table) {
      float[][] rows = new float[Algorithm.all().size()][];
      for (Algorithm a : Algorithm.all()) {
        rows[a.ordinal()] = floats(table, a.tunerName(), Protocol.all().size());
      }
      return rows;
    }

    float[][] corrections() {
      float[][] rows = new float[Protocol.all().size()][];
      for (Protocol p : Protocol.all()) {
        double[] row = tables.row(version, "tree_correction", p.tunerName());
        rows[p.ordinal()] = floats("tree_correction", p.tunerName(), row.length);
      }
      return rows;
    }

    double[][] generations(String table, int width) {
      double[][] rows = new double[GpuRow.values().length][];
      for (GpuRow g : GpuRow.values()) {
        rows[g.ordinal()] = row(table, g.row(), width);
      }
      return rows;
    }

    private float[] floats(String table, String name, int width) {
      double[] row = row(table, name, width);
      float[] floats = new float[width];
      for (int i = 0; i < width; i++) {
        floats[i] = (float) row[i];
      }
      return floats;
    }

    private double[] row(String table, String name, int width) {
      double[] row = tables.row(version, table, name);
      if (row.length != 0 && row.length != width) {
        throw new IllegalStateException(table + "." + name + " has not " + width + " numbers");
      }
      return row.length == 0 ? new double[width] : row;
    }
  }
}
