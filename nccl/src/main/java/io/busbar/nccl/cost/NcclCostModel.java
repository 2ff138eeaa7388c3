package io.busbar.nccl.cost;

import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.version.VersionedTables;

/**
 * NCCL's cost model for one communicator: {@code t = L·n + S / (1000·B)}, in microseconds, with S
 * in bytes and B in GB/s. Made once per communicator; evaluating a size allocates nothing. S is the
 * larger of what a call sends and receives: for all-gather and reduce-scatter all ranks' bytes.
 * Immutable and thread-safe.
 */
public final class NcclCostModel {
  private static final int ALGORITHMS = Algorithm.all().size();
  private static final int PROTOCOLS = Protocol.all().size();

  /** Combinations of function, algorithm and protocol. */
  public static final int CELLS = NcclFunction.all().size() * ALGORITHMS * PROTOCOLS;

  private static final int SMALLEST_SHIFT = 6;
  private static final int PLATEAU_BYTES = 64;

  private final CostTables tables;
  private final float[] latencyUs = new float[CELLS];
  private final float[] bandwidth = new float[CELLS];
  private final boolean severalNodes;
  private final boolean correctNvlsTree;
  private final long plateauRanksTimesChannels;
  private final double plateau;

  /**
   * @param comm for whom
   * @param channels channels of the communicator, as {@link Channels#collective} counts them
   */
  public NcclCostModel(Communicator comm, int channels) {
    tables = CostTables.of(comm.version());
    BandwidthFormula bandwidths = new BandwidthFormula(tables, comm);
    LatencyFormula latencies = new LatencyFormula(tables, comm);
    for (NcclFunction f : NcclFunction.all()) {
      for (Algorithm a : Algorithm.all()) {
        for (Protocol p : Protocol.all()) {
          if (comm.ranks() > 1 && Implemented.tuned(comm, f, a, p)) {
            latencyUs[cell(f, a, p)] = latencies.of(f, a, p);
            bandwidth[cell(f, a, p)] = bandwidths.of(f, a, p);
          }
        }
      }
    }
    severalNodes = comm.nodes() > 1;
    correctNvlsTree =
        tables.nvlsTreeCorrected && comm.minComputeCapability() >= 100 && comm.cpu().x86();
    plateauRanksTimesChannels = (long) Math.max(1, channels) * comm.ranks();
    plateau = comm.minComputeCapability() < 80 ? tables.plateauVolta : tables.plateauHopper;
  }

  /** Where a combination stands in arrays over all of them. */
  public static int cell(NcclFunction f, Algorithm a, Protocol p) {
    return (f.ordinal() * ALGORITHMS + a.ordinal()) * PROTOCOLS + p.ordinal();
  }

  /** The algorithm of a cell. */
  public static Algorithm algorithm(int cell) {
    return Algorithm.all().get(cell / PROTOCOLS % ALGORITHMS);
  }

  /** The protocol of a cell. */
  public static Protocol protocol(int cell) {
    return Protocol.all().get(cell % PROTOCOLS);
  }

  /** L in microseconds; 0 for what NCCL does not implement. */
  public float latencyUs(NcclFunction f, Algorithm a, Protocol p) {
    return latencyUs[cell(f, a, p)];
  }

  /** B in GB/s before any rule excludes something; 0 when there is none. */
  public float gigabytesPerSecond(NcclFunction f, Algorithm a, Protocol p) {
    return bandwidth[cell(f, a, p)];
  }

  /** Time of one call in microseconds; −1 when the combination has no bandwidth. */
  public float timeUs(NcclFunction f, Algorithm a, Protocol p, long bytes) {
    return timeUs(cell(f, a, p), bytes, 1);
  }

  /**
   * Time of a cell in microseconds.
   *
   * @param bytes S of each operation
   * @param operations operations of one group; the ring pays the latency for each, the others once
   *     for a batch
   * @return −1 when the cell has no bandwidth
   */
  public float timeUs(int cell, long bytes, int operations) {
    float rate = bandwidth[cell];
    if (rate == 0) {
      return -1;
    }
    float start = latencyUs[cell];
    int protocol = cell % PROTOCOLS;
    int algorithm = cell / PROTOCOLS % ALGORITHMS;
    boolean allReduce = cell / (PROTOCOLS * ALGORITHMS) == NcclFunction.ALL_REDUCE.ordinal();
    boolean ring = algorithm == Algorithm.RING.ordinal();
    if (allReduce && corrected(algorithm)) {
      float[] factors = tables.correction[protocol];
      int index = 63 - Long.numberOfLeadingZeros(bytes >> SMALLEST_SHIFT);
      if (index >= 0 && index < factors.length) {
        rate *= factors[index];
      }
    } else if (allReduce
        && ring
        && protocol == Protocol.SIMPLE.ordinal()
        && severalNodes
        && bytes / plateauRanksTimesChannels >= PLATEAU_BYTES) {
      start = (float) (start * plateau);
    }
    int batch = tables.operationsPerBatch;
    int starts = ring ? operations : (operations + batch - 1) / batch;
    return start * starts + bytes / (1000 * rate);
  }

  private boolean corrected(int algorithm) {
    return algorithm == Algorithm.TREE.ordinal()
        || (correctNvlsTree && algorithm == Algorithm.NVLS_TREE.ordinal());
  }

  /** All constants with their histories and sources. */
  public static VersionedTables constants() {
    return CostTables.resource();
  }
}
