package io.busbar.nccl.cost;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.nccl.graph.Cpu;
import io.busbar.nccl.graph.GraphSearch;
import io.busbar.nccl.graph.Machine;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.version.NcclVersion;
import java.util.List;
import java.util.Optional;

/**
 * A communicator on a cluster of the catalogue, with graphs derived instead of read from a log.
 *
 * @param limits what the derivation does not know, one sentence each
 */
public record ClusterCommunicator(Communicator communicator, List<String> limits) {
  private static final int CUDA = 12_040;

  public ClusterCommunicator {
    limits = List.copyOf(limits);
  }

  /**
   * @param ranks GPUs of the communicator
   * @param ranksPerDomain how many of them share an NVLink domain; 1 when none do
   * @return empty for accelerators that NCCL does not drive
   */
  public static Optional<ClusterCommunicator> of(
      Cluster cluster,
      int ranks,
      int ranksPerDomain,
      Cpu cpu,
      NcclVersion version,
      NcclSettings settings) {
    int nodes = (ranks + ranksPerDomain - 1) / ranksPerDomain;
    return Machine.of(cluster, ranksPerDomain, nodes, cpu, version)
        .map(machine -> {
          GraphSearch.Derived derived = GraphSearch.derive(machine, version);
          int capability = machine.computeCapability();
          Communicator communicator =
              new Communicator(
                  version,
                  ranks,
                  nodes,
                  capability,
                  capability,
                  cpu,
                  derived.graphs(),
                  capabilities(cluster, machine),
                  settings);
          return new ClusterCommunicator(communicator, derived.limits());
        });
  }

  private static Capabilities capabilities(Cluster cluster, Machine machine) {
    NodeType node = cluster.node();
    boolean sharp = machine.reducesInNetwork();
    return new Capabilities(
        node.scaleUp() == ScaleUp.SWITCHED,
        node.inSwitchReduction(),
        CUDA,
        sharp,
        sharp,
        sharp ? machine.nics() : 0,
        true);
  }
}
