package io.busbar.model.cluster;

import io.busbar.model.catalog.Fact;
import io.busbar.model.hardware.NetworkKind;
import java.util.List;

/**
 * The scale-out network of a cluster, every figure filled in. Rates are per direction. Immutable.
 *
 * @param kind family of the network
 * @param topology how NICs are spread over leaves
 * @param rails groups of equal NICs; 1 for {@link Topology#PLAIN}
 * @param nodesPerLeaf units below one leaf switch (per rail): the scalable unit
 * @param nodesPerPod units below one spine layer; at least the cluster if there is no core
 * @param leafOversubscription bandwidth into a leaf from below over bandwidth upwards, at least 1
 * @param spineOversubscription the same for a spine
 * @param leafUplinkBytesPerSecond one cable from leaf to spine
 * @param spineUplinkBytesPerSecond one cable from spine to core
 * @param switchModel what leaves, spines and cores are
 * @param switchBytesPerSecond one switch, all ports together
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
    Topology topology,
    int rails,
    int nodesPerLeaf,
    int nodesPerPod,
    double leafOversubscription,
    double spineOversubscription,
    double leafUplinkBytesPerSecond,
    double spineUplinkBytesPerSecond,
    String switchModel,
    double switchBytesPerSecond,
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

  /** The same network with SHARP on or off. */
  public Network withSharp(boolean on) {
    return with(
        nodesPerLeaf,
        nodesPerPod,
        leafOversubscription,
        spineOversubscription,
        on,
        gpuDirect,
        facts);
  }

  /** The same network with GPUDirect on or off. */
  public Network withGpuDirect(boolean on) {
    return with(
        nodesPerLeaf, nodesPerPod, leafOversubscription, spineOversubscription, sharp, on, facts);
  }

  /** The same network with other oversubscription. */
  public Network withOversubscription(double leaf, double spine) {
    return with(nodesPerLeaf, nodesPerPod, leaf, spine, sharp, gpuDirect, facts);
  }

  /** The same network with other blocks below leaf and spine. */
  public Network withBlocks(int perLeaf, int perPod, List<Fact> reasons) {
    return with(
        perLeaf, perPod, leafOversubscription, spineOversubscription, sharp, gpuDirect, reasons);
  }

  private Network with(
      int perLeaf,
      int perPod,
      double leafOver,
      double spineOver,
      boolean reduces,
      boolean direct,
      List<Fact> reasons) {
    return new Network(
        kind,
        topology,
        rails,
        perLeaf,
        perPod,
        leafOver,
        spineOver,
        leafUplinkBytesPerSecond,
        spineUplinkBytesPerSecond,
        switchModel,
        switchBytesPerSecond,
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
