package io.busbar.design.site;

import io.busbar.design.input.Assumptions;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Fact;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.SwitchType;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a fabric stands: nodes in racks by power and height, racks in rows, leaves in the middle of
 * their group, spines of their pod, cores of the hall. A cable is as long as the longest of its
 * kind: slack + half a row + half of the rows. Estimates from assumed geometry, not a floor plan.
 *
 * @param nodesPerRack by power and height
 * @param nodeRacks racks of nodes
 * @param switchRacks racks of switches
 * @param cables by tier
 * @param opticalModules transceivers: one at each NIC port, at switches one for each cage in use
 * @param nodeWatts all nodes, NICs included
 * @param switchWatts all switches without optics
 * @param opticWatts all transceivers
 */
public record SitePlan(
    int nodesPerRack,
    int nodeRacks,
    int switchRacks,
    List<CableRun> cables,
    long opticalModules,
    double nodeWatts,
    double switchWatts,
    double opticWatts) {
  private static final double KILO = 1e3;
  private static final int USUAL_HEIGHT = 2;

  public SitePlan {
    cables = List.copyOf(cables);
  }

  /** The site of a fabric. */
  public static SitePlan of(FabricDesign design, Assumptions assumed) {
    FabricRequest request = design.request();
    NodeType node = request.node();
    double nodeWatts = watts(node, assumed);
    double rackWatts = assumed.likely("rack_power_kw") * KILO;
    int rackHeight = (int) assumed.likely("rack_units");
    int nodeHeight = height(node.entry(), 1);
    int byPower = (int) (rackWatts / nodeWatts);
    int perRack = Math.clamp(Math.min(byPower, rackHeight / nodeHeight), 1, request.nodes());
    double switchWatts = 0;
    int switchUnits = 0;
    for (SwitchCount kind : switches(design)) {
      switchWatts += kind.count() * watts(kind.type(), assumed);
      switchUnits += kind.count() * height(kind.type().entry(), USUAL_HEIGHT);
    }
    int switchRacks =
        Math.max(Math.ceilDiv(switchUnits, rackHeight), (int) Math.ceil(switchWatts / rackWatts));
    List<CableRun> cables = new Runs(design, assumed, perRack).all();
    long ends = 2 * cables.stream().filter(CableRun::optical).mapToLong(CableRun::count).sum();
    long modules = Cages.modules(design, cables);
    double cable = Math.max(node.nicBytesPerSecond(), request.uplink()) * 8 / 1e11;
    double opticWatts = ends * assumed.likely("optic_watts_per_100g") * cable;
    return new SitePlan(
        perRack,
        Math.ceilDiv(request.nodes(), perRack),
        switchRacks,
        cables,
        modules,
        request.nodes() * nodeWatts,
        switchWatts,
        opticWatts);
  }

  /** Switches of one model. */
  public record SwitchCount(SwitchType type, int count) {}

  /** The switches of a fabric by model. */
  public static List<SwitchCount> switches(FabricDesign design) {
    FabricRequest request = design.request();
    int upper = design.spineSwitches() + design.coreSwitches();
    if (request.upperSwitch().name().equals(request.switchType().name())) {
      return List.of(new SwitchCount(request.switchType(), design.switches()));
    }
    List<SwitchCount> counts = new ArrayList<>();
    counts.add(new SwitchCount(request.switchType(), design.leafSwitches()));
    counts.add(new SwitchCount(request.upperSwitch(), upper));
    return counts;
  }

  /** Switches and optics. */
  public double networkWatts() {
    return switchWatts + opticWatts;
  }

  /** All of it. */
  public double totalWatts() {
    return nodeWatts + networkWatts();
  }

  private static double watts(NodeType node, Assumptions assumed) {
    return node.watts() > 0 ? node.watts() : node.gpus() * assumed.likely("node_watts_per_gpu");
  }

  private static double watts(SwitchType type, Assumptions assumed) {
    double terabits = type.bytesPerSecond() * 8 / 1e12;
    return type.watts() > 0 ? type.watts() : terabits * assumed.likely("switch_watts_per_tbps");
  }

  private static int height(CatalogEntry entry, int otherwise) {
    Fact units = entry.fact("rack_units");
    return units == null ? otherwise : Math.max(1, Integer.parseInt(units.text()));
  }
}
