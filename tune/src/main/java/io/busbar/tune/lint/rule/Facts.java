package io.busbar.tune.lint.rule;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.fabric.FabricTopology;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.NetworkKind;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What the rules ask of a cluster.
 *
 * @param name as the user named it
 * @param network its network
 * @param rails whether equal NICs of all nodes have leaves of their own
 * @param sharp whether its switches reduce
 * @param adaptiveRouting whether packets are spread by load
 * @param nvls whether its scale-up switches reduce
 * @param gpu name of its GPU
 * @param nodes how many
 * @param nics NIC ports of a node
 * @param hcas names of a node's compute NICs as RDMA devices; empty when the catalogue does not say
 */
public record Facts(
    String name,
    NetworkKind network,
    boolean rails,
    boolean sharp,
    boolean adaptiveRouting,
    boolean nvls,
    String gpu,
    int nodes,
    int nics,
    List<String> hcas) {
  private static final Set<Generation> WITH_NVLS = Set.of(Generation.HOPPER, Generation.BLACKWELL);

  public Facts {
    hcas = List.copyOf(hcas);
  }

  public static Facts of(Cluster cluster) {
    var names = cluster.node().entry().fact("hca_names");
    return new Facts(
        cluster.name(),
        cluster.network().kind(),
        cluster.network().topology() != FabricTopology.FAT_TREE,
        cluster.network().sharp(),
        cluster.network().adaptiveRouting(),
        cluster.node().inSwitchReduction() && WITH_NVLS.contains(cluster.node().gpu().generation()),
        cluster.node().gpu().name(),
        cluster.nodes(),
        cluster.node().nics(),
        names == null
            ? List.of()
            : Arrays.stream(names.text().split(",")).map(String::strip).toList());
  }

  /** The value of NCCL_IB_HCA that selects exactly the compute NICs. */
  public String exactly() {
    return "=" + String.join(",", hcas);
  }

  public boolean infiniband() {
    return network == NetworkKind.INFINIBAND;
  }

  public boolean roce() {
    return network == NetworkKind.ROCE;
  }

  /** Whether its NICs speak verbs, so that NCCL's own InfiniBand transport is used. */
  public boolean verbs() {
    return infiniband() || roce();
  }
}
