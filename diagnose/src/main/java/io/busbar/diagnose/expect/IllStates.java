package io.busbar.diagnose.expect;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.hardware.NodeType;
import io.busbar.nccl.time.Launch;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.version.NcclVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * States of a cluster in which collectives are slower than they should be and which the time model
 * can tell: parts of NCCL's choice switched off, fewer NICs than there are, links at half their
 * rate. Stateless.
 */
final class IllStates {
  /**
   * A state.
   *
   * @param look what shows whether it is so
   */
  record State(String what, Cluster cluster, NcclSetup setup, String look) {}

  private IllStates() {}

  /**
   * @param network whether the collective leaves the NVLink domain
   */
  static List<State> of(Cluster cluster, NcclVersion version, boolean network) {
    List<State> states = new ArrayList<>();
    NodeType node = cluster.node();
    NcclSetup usual = NcclSetup.of(version, node.gpu()).with(Launch.PROCESSES);
    if (node.inSwitchReduction()) {
      states.add(
          chosen(
              "NVLink SHARP (NVLS) off",
              "NCCL_NVLS_ENABLE=0",
              cluster,
              version,
              "NCCL_DEBUG=INFO: 'nvls channels' must not be 0; NCCL_NVLS_ENABLE and NCCL_ALGO; the"
                  + " fabric manager"));
    }
    states.add(
        chosen(
            "a forced protocol LL",
            "NCCL_PROTO=LL",
            cluster,
            version,
            "env | grep NCCL_PROTO, and /etc/nccl.conf"));
    if (network) {
      network(cluster, usual, states);
    }
    return states;
  }

  private static void network(Cluster cluster, NcclSetup usual, List<State> states) {
    NodeType node = cluster.node();
    for (int nics = node.nics() / 2; nics >= 1; nics /= 2) {
      states.add(
          new State(
              nics + " of " + node.nics() + " NICs used",
              on(cluster, nics(node, nics, node.nicBytesPerSecond())),
              usual,
              "NCCL_DEBUG=INFO: the NICs behind 'NET/IB : Using'; ibstat on every host;"
                  + " NCCL_IB_HCA"));
    }
    states.add(
        new State(
            "NICs at half their rate",
            on(cluster, nics(node, node.nics(), node.nicBytesPerSecond() / 2)),
            usual,
            "ibstat: Rate of every port; lspci -vvv of the NICs: LnkSta"));
  }

  private static State chosen(
      String what, String variable, Cluster cluster, NcclVersion version, String look) {
    NcclSetup setup =
        NcclSetup.described(version.toString(), variable, "", "", cluster.node().gpu());
    return new State(what, cluster, setup, look);
  }

  /** The cluster with other nodes, on the network that is usual for them. */
  private static Cluster on(Cluster cluster, NodeType node) {
    return Clusters.of(node, cluster.nodes()).withCollectives(cluster.collectives());
  }

  private static NodeType nics(NodeType n, int nics, double bytesPerSecond) {
    return new NodeType(
        n.entry(),
        n.gpu(),
        n.gpus(),
        n.gpusPerHost(),
        n.domainGpus(),
        n.scaleUp(),
        n.inSwitchReduction(),
        nics,
        n.nicModel(),
        bytesPerSecond,
        n.nearNics(),
        n.network(),
        n.watts());
  }
}
