package io.busbar.model.cluster;

import io.busbar.base.border.Border;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricTopology;
import io.busbar.model.fabric.Sizer;
import io.busbar.model.fabric.Wiring;
import io.busbar.model.fact.Fact;
import io.busbar.model.hardware.NetworkKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The scale-out network of a cluster, every figure filled in. Rates are per direction. Immutable.
 *
 * @param kind family of the network
 * @param fabric its switches and links, sized for the cluster or for more nodes
 * @param wiring which leaf each NIC port is cabled to
 * @param uplinkShare part of the rate of the links between switches that is there; 1 unless the
 *     fabric is degraded
 * @param leafLatencySeconds small message between nodes on the same leaf
 * @param switchLatencySeconds port to port
 * @param linkLatencySeconds one cable between switches
 * @param sharp whether switches reduce (SHARP)
 * @param gpuDirect whether NICs read and write GPU memory themselves
 * @param staging what a message through host memory costs without GPUDirect
 * @param adaptiveRouting whether packets are spread over paths by load; no rate here depends on it
 * @param facts all of it as it was given or assumed, with quality and source
 */
public record Network(
    NetworkKind kind,
    FabricDesign fabric,
    Wiring wiring,
    double uplinkShare,
    double leafLatencySeconds,
    double switchLatencySeconds,
    double linkLatencySeconds,
    boolean sharp,
    boolean gpuDirect,
    Staging staging,
    boolean adaptiveRouting,
    List<Fact> facts) {

  public Network {
    facts = List.copyOf(facts);
  }

  public FabricTopology topology() {
    return fabric.request().topology();
  }

  /** Groups of equal NICs; 1 where all NICs of a host share a leaf. */
  public int rails() {
    return fabric.request().rails();
  }

  /** What the leaves are. */
  public String switchModel() {
    return fabric.request().switchType().name();
  }

  /** Bandwidth into a full leaf from below over bandwidth upwards, as built; at least 1. */
  public double leafOversubscription() {
    return Math.max(1, fabric.leafOversubscription() / uplinkShare);
  }

  /** The same of a full spine. */
  public double spineOversubscription() {
    return fabric.spineOversubscription();
  }

  /** The same of a full pod of a dragonfly+ towards one other pod; in a tree of a full spine. */
  public double podPairOversubscription() {
    return fabric.podPairOversubscription();
  }

  /**
   * The oversubscribed borders that communicators cross whose ranks are so far apart;
   * oversubscription of both tiers multiplies between pods.
   *
   * @param inLeaf fewest ranks of a communicator in a leaf group that it touches
   * @param inPod the same of pods
   */
  List<Border> borders(Level outermost, int inLeaf, int inPod) {
    List<Border> borders = new ArrayList<>();
    double over = leafOversubscription();
    if (outermost.compareTo(Level.SPINE) >= 0 && over > 1) {
      borders.add(new Border(inLeaf, over));
    }
    double pair = over * podPairOversubscription();
    if (outermost == Level.CORE && pair > 1) {
      borders.add(new Border(inPod, over * spineOversubscription(), pair));
    }
    return borders;
  }

  /** The same network with SHARP on or off. */
  public Network withSharp(boolean on) {
    return with(fabric, uplinkShare, on, gpuDirect, facts);
  }

  /** The same network with GPUDirect on or off. */
  public Network withGpuDirect(boolean on) {
    return with(fabric, uplinkShare, sharp, on, facts);
  }

  /** The same network with a part of the rate of its links between switches. */
  public Network withUplinkShare(double share) {
    return with(fabric, share, sharp, gpuDirect, facts);
  }

  /** The same network with other switches and links. */
  public Network withFabric(FabricDesign other) {
    return with(other, uplinkShare, sharp, gpuDirect, facts);
  }

  /** The same network, sized anew for so many nodes. */
  Network forNodes(int nodes) {
    return nodes == fabric.request().nodes()
        ? this
        : withFabric(Sizer.assumed(fabric.request().withNodes(nodes, nodes)));
  }

  /** The same network with these reasons. */
  Network withFacts(List<Fact> reasons) {
    return with(fabric, uplinkShare, sharp, gpuDirect, reasons);
  }

  private Network with(
      FabricDesign other, double share, boolean reduces, boolean direct, List<Fact> reasons) {
    boolean same = other.request().nodes() == fabric.request().nodes();
    return new Network(
        kind,
        other,
        same ? wiring : wiring.forOtherNodes(),
        share,
        leafLatencySeconds,
        switchLatencySeconds,
        linkLatencySeconds,
        reduces,
        direct,
        staging,
        adaptiveRouting,
        reasons);
  }
}
