package io.busbar.design.discover;

import io.busbar.base.report.Finding;
import java.util.List;

/**
 * A discovered fabric as an answer; its components are the JSON.
 *
 * @param source the dump
 * @param tool that made it
 * @param hosts hosts at leaves
 * @param adaptersPerHost ports that a host has as a rule
 * @param rails 1 when adapters are not told apart by their leaves
 * @param leafGroups groups of leaves that the same hosts use
 * @param pods leaf groups that reach each other over spines
 * @param oversubscription of all leaves together; 0 without uplinks, or where cables are not told
 * @param rates {@code told}; {@code alike} where none is told, so that cables are counted; {@code
 *     unknown} where not even cables are told
 * @param tiers from the leaves upwards
 * @param leaves in the order of the dump
 * @param findings most important first
 */
public record FabricAnswer(
    String source,
    String tool,
    int hosts,
    int adaptersPerHost,
    int rails,
    int leafGroups,
    int pods,
    double oversubscription,
    String rates,
    List<Tier> tiers,
    List<Leaf> leaves,
    List<Finding> findings) {
  static final String GIVEN = "given";
  static final String ALIKE = "alike";
  static final String UNKNOWN = "unknown";

  public FabricAnswer {
    tiers = List.copyOf(tiers);
    leaves = List.copyOf(leaves);
    findings = List.copyOf(findings);
  }

  /**
   * A tier of switches.
   *
   * @param name {@code leaf}, {@code spine}, {@code core}, or {@code tier 4} and so on
   * @param switches of it
   * @param cablesDown to hosts or the tier below
   * @param cablesUp to the tier above
   * @param downBytesPerS of them together, one direction
   * @param upBytesPerS of them together, one direction
   */
  public record Tier(
      String name,
      int switches,
      int cablesDown,
      int cablesUp,
      double downBytesPerS,
      double upBytesPerS) {}

  /**
   * A leaf switch.
   *
   * @param name node description
   * @param group leaf group, from 0
   * @param rail from 0
   * @param hostCables cables to hosts
   * @param uplinks cables to spines
   * @param oversubscription bandwidth from below over bandwidth upwards; 0 without uplinks
   */
  public record Leaf(
      String name, int group, int rail, int hostCables, int uplinks, double oversubscription) {}

  static FabricAnswer of(Discovery discovery) {
    Wiring wiring = discovery.wiring();
    Rails rails = discovery.rails();
    LeafLoads loads = new LeafLoads(wiring, rails);
    List<Leaf> leaves =
        loads.loads().stream()
            .map(load ->
                new Leaf(
                    wiring.node(load.leaf()).label(),
                    rails.groupOfLeaf(load.leaf()),
                    rails.railOfLeaf(load.leaf()),
                    load.hostCables(),
                    load.uplinks(),
                    load.oversubscription()))
            .toList();
    return new FabricAnswer(
        discovery.source(),
        wiring.dump().tool(),
        wiring.hosts().size(),
        rails.adapters(),
        rails.count(),
        rails.groups(),
        rails.pods(),
        loads.oversubscription(),
        discovery.rated() ? GIVEN : discovery.counted() ? ALIKE : UNKNOWN,
        TierCount.of(wiring),
        leaves,
        discovery.findings());
  }
}
