package io.busbar.design;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.design.answer.DesignAnswer;
import io.busbar.design.input.DesignInputs;
import io.busbar.design.input.Family;
import io.busbar.design.job.Crossing;
import io.busbar.design.job.Hashing;
import io.busbar.design.picture.FabricPicture;
import io.busbar.design.site.FailureDomain;
import io.busbar.design.site.SitePlan;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.TreeSize;
import io.busbar.plan.step.TimeModels;
import java.util.List;

/** Answers a design question: sizes, places in a hall, prices, compares. Stateless. */
public final class Designer {
  private Designer() {}

  /**
   * The design.
   *
   * @param times how long collectives take
   * @throws io.busbar.base.problem.InputException with all that is wrong or cannot be built
   */
  public static Designed design(DesignQuestion question, TimeModels times) {
    DesignInputs inputs = new QuestionReader(question).read();
    Studied studied = new Studied(inputs, times);
    FabricDesign design = studied.design();
    return new Designed(answer(inputs, studied), FabricPicture.of(design), design);
  }

  private static DesignAnswer answer(DesignInputs inputs, Studied studied) {
    FabricDesign design = studied.design();
    FabricRequest request = design.request();
    TreeSize tree = design.tree();
    SitePlan site = studied.site();
    return new DesignAnswer(
        design.gpus(),
        request.nodes(),
        request.node().name(),
        Family.of(request.switchType()).word(),
        request.switchType().name(),
        request.upperSwitch().name(),
        request.topology().word(),
        tree.tiers(),
        request.rails(),
        request.planes(),
        tree.leafGroups(),
        tree.tiers() == 1
            ? request.nodes()
            : (double) design.hostsPerGroup() / request.hostsPerNode(),
        design.leafSwitches(),
        design.spineSwitches(),
        design.coreSwitches(),
        design.nodeLeafCables(),
        design.leafSpineCables(),
        design.spineCoreCables(),
        design.globalCables(),
        ports(design),
        design.leafOversubscription(),
        design.spineOversubscription(),
        design.injectionBytesPerSecond(),
        design.bisectionBytesPerSecond(),
        design.bisectionShare(),
        tree.diameter(),
        tree.paths(),
        hall(site),
        site.cables(),
        FailureDomain.of(design),
        Growths.of(design),
        Extras.of(design),
        studied.job(),
        Hashing.of(design, inputs.seed()),
        inputs.plan() == null
            ? List.of()
            : Crossing.runs(new Bandwidth(request.linkBytesPerSecond()).inBits(), inputs.seed()),
        studied.cost(),
        studied.decision(),
        studied.findings(),
        inputs.assumed());
  }

  private static DesignAnswer.PortUse ports(FabricDesign design) {
    TreeSize tree = design.tree();
    return new DesignAnswer.PortUse(
        design.leafRadix(),
        tree.leafDown(),
        tree.leafUp(),
        design.spineRadix(),
        tree.spineDown(),
        tree.pairLinks() > 0 ? tree.spineGlobal() : tree.spineUp(),
        design.leafPortsLeft(),
        design.spinePortsLeft(),
        design.corePortsLeft());
  }

  private static DesignAnswer.Site hall(SitePlan site) {
    return new DesignAnswer.Site(
        site.nodesPerRack(),
        site.nodeRacks(),
        site.switchRacks(),
        site.opticalModules(),
        site.nodeWatts(),
        site.switchWatts(),
        site.opticWatts(),
        site.networkWatts() / site.totalWatts());
  }
}
