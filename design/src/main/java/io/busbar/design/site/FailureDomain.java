package io.busbar.design.site;

import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.FabricTopology;
import io.busbar.model.fabric.TreeSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What one broken part takes away.
 *
 * @param part what breaks
 * @param count how many of them there are
 * @param gpus GPUs that lose bandwidth
 * @param lostShare share of their network bandwidth that these GPUs lose together
 * @param lostBytesPerS the same in bytes per second, one direction
 * @param effect in words
 */
public record FailureDomain(
    String part, long count, long gpus, double lostShare, double lostBytesPerS, String effect) {

  /** The parts of a fabric, from the nodes upwards. */
  public static List<FailureDomain> of(FabricDesign design) {
    FabricRequest request = design.request();
    TreeSize tree = design.tree();
    double nic = request.node().nicBytesPerSecond();
    int rails = request.topology() == FabricTopology.RAIL_ONLY ? request.rails() : tree.rails();
    int planes = request.planes();
    List<FailureDomain> parts = new ArrayList<>();
    double perGpu = request.node().networkBytesPerSecondPerGpu();
    long cableGpus = Math.max(1, Math.round(nic / perGpu));
    parts.add(
        new FailureDomain(
            "node-leaf cable",
            design.nodeLeafLinks(),
            cableGpus,
            1.0 / planes,
            nic / planes,
            planes > 1
                ? "the NIC goes on with " + (planes - 1) + " of " + planes + " planes"
                : "the GPU's NIC is gone: its job stops or relays over other NICs of the node"));
    int groupHosts =
        Math.min(design.hosts(), tree.tiers() < 2 ? design.hosts() : design.hostsPerGroup());
    long leafGpus = (long) groupHosts * request.node().gpusPerHost();
    parts.add(
        part(
            "leaf",
            design.leafSwitches(),
            leafGpus,
            1.0 / (planes * rails),
            perGpu,
            planes > 1
                ? "no GPU is cut off: each keeps " + (planes - 1) + " of " + planes + " planes"
                : rails > 1
                    ? "one rail of these nodes is gone; others must relay for it"
                    : "these nodes are cut off"));
    if (tree.tiers() > 1) {
      above(design, parts, perGpu);
    }
    return parts;
  }

  private static void above(FabricDesign design, List<FailureDomain> parts, double perGpu) {
    FabricRequest request = design.request();
    TreeSize tree = design.tree();
    int trees = design.trees();
    double leafOver = design.leafOversubscription();
    long leafGpus = Math.min(design.gpus(), design.gpusPerGroup());
    String one = String.format(Locale.ROOT, "1 of %d links up of one leaf", tree.leafUp());
    parts.add(
        new FailureDomain(
            "leaf-spine link",
            design.leafSpineLinks(),
            leafGpus,
            1.0 / tree.leafUp() / Math.max(1, trees * tree.rails()),
            request.uplink(),
            one));
    long podGpus = Math.min(design.gpus(), (long) tree.groupsPerPod() * design.gpusPerGroup());
    parts.add(
        part(
            "spine",
            design.spineSwitches(),
            podGpus,
            1.0 / (trees * tree.spinesPerPod()),
            perGpu / leafOver,
            "of what leaves a leaf; what stays below the leaves is untouched"));
    if (tree.tiers() == 3) {
      double over = leafOver * design.spineOversubscription();
      parts.add(
          part(
              "core",
              design.coreSwitches(),
              design.gpus(),
              1.0 / (trees * tree.cores()),
              perGpu / over,
              "of what leaves a pod"));
    }
  }

  private static FailureDomain part(
      String part, long count, long gpus, double share, double perGpu, String effect) {
    return new FailureDomain(part, count, gpus, share, share * gpus * perGpu, effect);
  }
}
