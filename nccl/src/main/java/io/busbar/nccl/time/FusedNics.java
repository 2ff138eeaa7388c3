package io.busbar.nccl.time;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.hardware.NodeType;
import java.util.ArrayList;
import java.util.List;

/**
 * NICs as NCCL counts them: where a GPU has several ports near it, NCCL (by merging the ports of a
 * card) or the network plugin (on EFA) drives them as one device.
 */
final class FusedNics {
  private FusedNics() {}

  static Cluster of(Cluster cluster) {
    NodeType node = cluster.node();
    int perGpu = node.nics() / node.gpus();
    if (perGpu < 2 || node.nics() % node.gpus() != 0) {
      return cluster;
    }
    List<List<Integer>> near = new ArrayList<>();
    for (int gpu = 0; gpu < node.gpus(); gpu++) {
      boolean known = !node.nearNics().isEmpty() && !node.nearNics().get(gpu).isEmpty();
      near.add(known ? List.of(gpu) : List.of());
    }
    NodeType fused =
        new NodeType(
            node.entry(),
            node.gpu(),
            node.gpus(),
            node.gpusPerHost(),
            node.domainGpus(),
            node.scaleUp(),
            node.inSwitchReduction(),
            node.gpus(),
            node.nicModel(),
            node.nicBytesPerSecond() * perGpu,
            near,
            node.network(),
            node.watts());
    return new Cluster(
        cluster.name(),
        fused,
        cluster.nodes(),
        cluster.network(),
        cluster.scaleUpPeerBytesPerSecond(),
        cluster.scaleUpLatencySeconds());
  }
}
