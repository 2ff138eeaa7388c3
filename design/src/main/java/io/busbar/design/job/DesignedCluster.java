package io.busbar.design.job;

import io.busbar.design.input.Family;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Network;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.Wiring;
import io.busbar.model.fact.Range;
import io.busbar.model.hardware.NetworkKind;

/** A cluster on a designed fabric, for the models of time. Stateless. */
public final class DesignedCluster {
  private DesignedCluster() {}

  /**
   * The nodes of {@code base} on the fabric.
   *
   * @param sharp whether switches reduce
   */
  public static Cluster of(FabricDesign design, Cluster base, boolean sharp) {
    Network usual = base.network();
    Range latency = design.request().switchType().latencySeconds();
    Family family = Family.of(design.request().switchType());
    NetworkKind kind = Family.of(usual.kind()) == family ? usual.kind() : family.kind();
    return base.withNetwork(
        new Network(
            kind,
            design,
            Wiring.REGULAR,
            1,
            usual.leafLatencySeconds(),
            latency == null ? usual.switchLatencySeconds() : latency.middle(),
            usual.linkLatencySeconds(),
            sharp,
            usual.gpuDirect(),
            usual.staging(),
            family == Family.IB,
            usual.facts()));
  }
}
