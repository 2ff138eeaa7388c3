package io.busbar.design.place;

import io.busbar.model.cluster.Network;

/** Networks with other leaf groups and pods. */
final class Blocks {
  private Blocks() {}

  static Network of(Network n, int perLeaf, int perPod) {
    return new Network(
        n.kind(),
        n.topology(),
        n.rails(),
        perLeaf,
        perPod,
        n.leafOversubscription(),
        n.spineOversubscription(),
        n.leafUplinkBytesPerSecond(),
        n.spineUplinkBytesPerSecond(),
        n.switchModel(),
        n.switchBytesPerSecond(),
        n.leafLatencySeconds(),
        n.switchLatencySeconds(),
        n.linkLatencySeconds(),
        n.sharp(),
        n.gpuDirect(),
        n.staging(),
        n.adaptiveRouting(),
        n.facts());
  }
}
