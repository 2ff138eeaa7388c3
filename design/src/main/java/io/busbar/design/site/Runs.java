package io.busbar.design.site;

import io.busbar.design.input.Assumptions;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.TreeSize;
import java.util.ArrayList;
import java.util.List;

/** Lengths of the cables of a fabric from the size of the blocks that they join. */
final class Runs {
  private final FabricDesign design;
  private final Assumptions assumed;
  private final int nodesPerRack;

  Runs(FabricDesign design, Assumptions assumed, int nodesPerRack) {
    this.design = design;
    this.assumed = assumed;
    this.nodesPerRack = nodesPerRack;
  }

  List<CableRun> all() {
    FabricRequest request = design.request();
    TreeSize tree = design.tree();
    int perGroup = Math.max(1, design.hostsPerGroup() / request.hostsPerNode());
    long perPod = tree.tiers() < 2 ? perGroup : (long) perGroup * tree.groupsPerPod();
    int group = (int) Math.min(request.nodes(), tree.tiers() == 1 ? request.nodes() : perGroup);
    int pod = (int) Math.min(request.nodes(), perPod);
    List<CableRun> runs = new ArrayList<>();
    double link = request.linkBytesPerSecond();
    double nic = request.node().nicBytesPerSecond();
    double up = Math.max(nic, request.uplink());
    double core = Math.max(nic, request.coreLink());
    int nodes = request.nodes();
    int down = Cages.ports(request.switchType(), link);
    int cage = Cages.ports(request.upperSwitch(), request.uplink());
    runs.add(run("node-leaf", design.nodeLeafCables(), group, link, nic, 1, down));
    runs.add(run("leaf-spine", design.leafSpineCables(), pod, request.uplink(), up, cage, cage));
    runs.add(
        run("spine-core", design.spineCoreCables(), nodes, request.coreLink(), core, cage, cage));
    runs.add(run("group-group", design.globalCables(), nodes, request.uplink(), up, cage, cage));
    return runs.stream().filter(run -> run.count() > 0).toList();
  }

  /**
   * @param low links of a cage at the lower end
   * @param high at the upper end
   */
  private CableRun run(
      String tier, long count, int nodes, double link, double cable, int low, int high) {
    double metres = metres(nodes);
    Reach reach = Reach.of(metres, link);
    String one = reach.module(cable, low);
    String other = reach.module(cable, high);
    String modules = one.equals(other) ? one : one + ", " + other;
    return new CableRun(tier, count, metres, reach.metres(), reach.medium(), modules);
  }

  /** Inside a rack, else slack + half a row + half of the rows' depth. */
  private double metres(int nodes) {
    int racks = Math.ceilDiv(nodes, nodesPerRack);
    if (racks <= 1) {
      return 2;
    }
    double perRow = assumed.likely("racks_per_row");
    double rows = Math.ceil((racks + 1) / perRow);
    return assumed.likely("cable_slack_m")
        + Math.min(perRow, racks + 1) / 2 * assumed.likely("rack_pitch_m")
        + (rows - 1) / 2 * assumed.likely("row_pitch_m");
  }
}
