package io.busbar.design.answer;

import io.busbar.base.report.Finding;
import io.busbar.design.site.CableRun;
import io.busbar.design.site.FailureDomain;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fabric: what to buy, what it can do, what it costs.
 *
 * @param gpus GPUs of all nodes
 * @param nodes how many nodes
 * @param node what they are, by catalogue name
 * @param network what the switches speak
 * @param switchModel leaves, by catalogue name
 * @param spineSwitchModel spines and cores
 * @param topology how NIC ports are spread over switches
 * @param tiers layers of switches on the longest way up
 * @param rails leaves of a group
 * @param planes equal trees over which each NIC port is split
 * @param units scalable units: groups of nodes below the same leaves
 * @param nodesPerUnit nodes of a full unit; a part of one where a unit is a part of a large node
 * @param leafSwitches leaves of all planes
 * @param spineSwitches spines of all planes
 * @param coreSwitches cores of all planes
 * @param nodeLeafCables cables from NIC ports to leaves
 * @param leafSpineCables cables from leaves to spines
 * @param spineCoreCables cables from spines to cores
 * @param globalCables cables between the groups of a dragonfly+
 * @param ports how the ports of the switches are used
 * @param leafOversubscription bandwidth from below over bandwidth upwards of a full leaf, as built
 * @param spineOversubscription the same of a full spine
 * @param injectionBytesPerS what all NIC ports send at once, one direction
 * @param bisectionBytesPerS from the first half of the nodes to the rest, one direction
 * @param bisectionShare the same over what half of the nodes send
 * @param diameterSwitches switches that a message passes at most
 * @param paths shortest paths between two hosts that are farthest apart
 * @param site racks, power and optics
 * @param cables by tier
 * @param failureDomains what one broken part takes away
 * @param growth how far the fabric can be extended
 * @param extraFabrics fabrics that a cluster needs besides
 * @param job what a training job gets; null without a plan
 * @param collisions flows that a hash puts on the same link, for each number of queue pairs
 * @param traffic a pattern of traffic played on a small copy of the leaf layer
 * @param cost null when nothing was priced
 * @param decision the comparison that was asked for; null for none
 * @param findings what the user should know
 * @param assumptions what was filled in
 */
public record DesignAnswer(
    long gpus,
    int nodes,
    String node,
    String network,
    String switchModel,
    String spineSwitchModel,
    String topology,
    int tiers,
    int rails,
    int planes,
    int units,
    double nodesPerUnit,
    long leafSwitches,
    long spineSwitches,
    long coreSwitches,
    long nodeLeafCables,
    long leafSpineCables,
    long spineCoreCables,
    long globalCables,
    PortUse ports,
    double leafOversubscription,
    double spineOversubscription,
    double injectionBytesPerS,
    double bisectionBytesPerS,
    double bisectionShare,
    int diameterSwitches,
    long paths,
    Site site,
    List<CableRun> cables,
    List<FailureDomain> failureDomains,
    Growth growth,
    List<String> extraFabrics,
    @Nullable JobAnswer job,
    List<Collisions> collisions,
    List<Traffic> traffic,
    @Nullable CostAnswer cost,
    @Nullable DecisionAnswer decision,
    List<Finding> findings,
    List<String> assumptions) {

  /**
   * Ports of the switches.
   *
   * @param leafRadix ports of a leaf at the rate of the links to the nodes
   * @param leafDown of them to nodes, on a full leaf
   * @param leafUp links to spines
   * @param spineRadix ports of a spine or core at the rate of the links between switches
   * @param spineDown links of a full spine to leaves
   * @param spineUp links of a spine to cores, or to other groups of a dragonfly+
   * @param leafLeft free ports of all leaves
   * @param spineLeft free ports of all spines
   * @param coreLeft free ports of all cores
   */
  public record PortUse(
      int leafRadix,
      int leafDown,
      int leafUp,
      int spineRadix,
      int spineDown,
      int spineUp,
      long leafLeft,
      long spineLeft,
      long coreLeft) {}

  /**
   * The hall.
   *
   * @param nodesPerRack by power and height
   * @param nodeRacks racks of nodes
   * @param switchRacks racks of switches
   * @param opticalModules transceivers: one at each NIC port, at switches one for each cage in use
   * @param nodeW power of all nodes
   * @param switchW of all switches
   * @param opticsW of all transceivers
   * @param networkShare switches and optics over all of it
   */
  public record Site(
      int nodesPerRack,
      int nodeRacks,
      int switchRacks,
      long opticalModules,
      double nodeW,
      double switchW,
      double opticsW,
      double networkShare) {}

  /**
   * How far it can be extended.
   *
   * @param laidOutForGpus GPUs that the layers above the leaves are laid out for
   * @param withoutSwitchesGpus GPUs for which the leaves of today have ports
   * @param withLeavesGpus GPUs that need more leaves only, no change above them
   * @param largestGpus most GPUs that this topology joins with these switches; 0 without a limit
   *     below 16 million
   * @param addedLeaves leaves to add to reach {@code laidOutForGpus}
   * @param addedSpines spines to add, all of them in new pods
   */
  public record Growth(
      long laidOutForGpus,
      long withoutSwitchesGpus,
      long withLeavesGpus,
      long largestGpus,
      long addedLeaves,
      long addedSpines) {}

  /**
   * Flows hashed onto the links of a leaf.
   *
   * @param queuePairs flows into which each message is divided
   * @param flows flows that leave a leaf when all its NICs send across
   * @param links links that they are hashed onto
   * @param idleShare share of the links that get no flow, expected
   * @param slowestFactor expected time of the slowest over an even spread: E[max load] / mean
   * @param drawnFactor the same from seeded draws
   * @param noCollisionShare probability that no link gets more than its share
   */
  public record Collisions(
      int queuePairs,
      long flows,
      int links,
      double idleShare,
      double slowestFactor,
      double drawnFactor,
      double noCollisionShare) {}

  /**
   * A permutation of messages on a small copy of the leaf layer, by the flow engine.
   *
   * @param oversubscription of the copy
   * @param fabric the copy
   * @param routing how ways are chosen
   * @param completionS until all messages arrived
   * @param boundS least time that the links allow
   */
  public record Traffic(
      String oversubscription, String fabric, String routing, double completionS, double boundS) {}
}
