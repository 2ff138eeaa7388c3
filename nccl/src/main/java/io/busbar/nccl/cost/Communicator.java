package io.busbar.nccl.cost;

import io.busbar.nccl.graph.Cpu;
import io.busbar.nccl.graph.GraphSet;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.version.NcclVersion;

/**
 * Everything about a communicator that NCCL's choice depends on. Immutable.
 *
 * @param version release of NCCL
 * @param ranks GPUs, one rank each
 * @param nodes NVLink domains or hosts that they are spread over, evenly
 * @param minComputeCapability smallest compute capability times ten ({@code 90} for H100)
 * @param maxComputeCapability largest one
 * @param cpu host processors
 * @param graphs what the graph search found
 * @param capabilities what the machine can do
 * @param settings what the user set
 */
public record Communicator(
    NcclVersion version,
    int ranks,
    int nodes,
    int minComputeCapability,
    int maxComputeCapability,
    Cpu cpu,
    GraphSet graphs,
    Capabilities capabilities,
    NcclSettings settings) {

  public Communicator {
    if (nodes < 1 || ranks < nodes) {
      throw new IllegalArgumentException(ranks + " ranks on " + nodes + " nodes");
    }
    if (minComputeCapability > maxComputeCapability) {
      throw new IllegalArgumentException("compute capabilities are the wrong way round");
    }
  }

  /** Most ranks of one node. */
  public int localRanks() {
    return (ranks + nodes - 1) / nodes;
  }

  /** The same with other settings. */
  public Communicator with(NcclSettings other) {
    return new Communicator(
        version,
        ranks,
        nodes,
        minComputeCapability,
        maxComputeCapability,
        cpu,
        graphs,
        capabilities,
        other);
  }

  /** The same under another release. */
  public Communicator with(NcclVersion other) {
    return new Communicator(
        other,
        ranks,
        nodes,
        minComputeCapability,
        maxComputeCapability,
        cpu,
        graphs,
        capabilities,
        settings);
  }
}
