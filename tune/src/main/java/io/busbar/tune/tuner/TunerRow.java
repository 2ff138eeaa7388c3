package io.busbar.tune.tuner;

import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;

/**
 * A line of the file. Bounds are inclusive and mean the larger of what a call sends and receives.
 *
 * @param channels thread blocks of the call, at least 1
 * @param nodes nodes (NVLink domains) of the communicator; {@link #ANY} for any
 * @param ranks its ranks; {@link #ANY} for any
 */
public record TunerRow(
    NcclFunction function,
    long minBytes,
    long maxBytes,
    Algorithm algorithm,
    Protocol protocol,
    int channels,
    int nodes,
    int ranks) {
  /** Stands for any number of nodes or ranks. */
  public static final int ANY = -1;

  /** Larger than any message: 1 PiB. */
  public static final long END = 1L << 50;

  /** The line as the plugin reads it. */
  public String line() {
    return String.join(
        ",",
        function.tunerName(),
        Long.toString(minBytes),
        Long.toString(maxBytes),
        algorithm.tunerName(),
        protocol.tunerName(),
        Integer.toString(channels),
        Integer.toString(nodes),
        Integer.toString(ranks));
  }

  /** Whether it is for the same collective and communicators. */
  boolean sameShape(TunerRow other) {
    return function == other.function && nodes == other.nodes && ranks == other.ranks;
  }

  /** Whether it says the same about its sizes. */
  boolean sameChoice(TunerRow other) {
    return sameShape(other)
        && algorithm == other.algorithm
        && protocol == other.protocol
        && channels == other.channels;
  }
}
