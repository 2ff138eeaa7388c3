package io.busbar.design;

import io.busbar.base.problem.Problems;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.design.answer.DesignAnswer;
import io.busbar.design.input.DesignInputs;
import io.busbar.design.input.Family;
import io.busbar.design.picture.FabricPicture;
import io.busbar.design.site.FailureDomain;
import io.busbar.design.site.SitePlan;
import io.busbar.design.size.FabricDesign;
import io.busbar.design.size.FabricRequest;
import io.busbar.design.size.Sizer;
import io.busbar.design.size.TreeSize;
import io.busbar.plan.step.TimeModels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
    Problems problems = new Problems();
    Map<Family, FabricDesign> sized = new LinkedHashMap<>();
    inputs
        .requests()
        .forEach((family, request) -> {
          FabricDesign design = Sizer.size(request, problems);
          if (design != null) {
            sized.put(family, design);
          }
        });
    problems.throwIfAny();
    FabricDesign design = sized.values().iterator().next();
    return new Designed(answer(inputs, design), FabricPicture.of(design));
  }

  private static DesignAnswer answer(DesignInputs inputs, FabricDesign design) {
    FabricRequest request = design.request();
    TreeSize tree = design.tree();
    SitePlan site = SitePlan.of(design, inputs.assumptions());
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
        (double) design.hostsPerGroup() / request.hostsPerNode(),
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
        null,
        List.of(),
        List.of(),
        null,
        null,
        findings(inputs, design),
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

  private static List<Finding> findings(DesignInputs inputs, FabricDesign design) {
    List<Finding> findings = new ArrayList<>(Claims.check(inputs.claims(), design));
    Finding divisibility = divisibility(design);
    if (divisibility != null) {
      findings.add(divisibility);
    }
    return findings;
  }

  /** More switches than their ports need, so that links spread evenly. */
  private static @Nullable Finding divisibility(FabricDesign design) {
    TreeSize tree = design.tree();
    if (tree.tiers() < 2) {
      return null;
    }
    int leaves = tree.groupsPerPod() * tree.rails();
    int least = Math.ceilDiv(leaves * tree.leafUp(), tree.spineDown() + tree.spineUp());
    boolean spines = tree.tiers() == 2 && tree.pairLinks() == 0;
    int leastSpines = spines ? Math.ceilDiv(leaves * tree.leafUp(), design.spineRadix()) : least;
    int leastCores =
        Math.ceilDiv(tree.pods() * tree.spinesPerPod() * tree.spineUp(), design.spineRadix());
    String what =
        spines && leastSpines < tree.spinesPerPod()
            ? text("spines", leastSpines, tree.spinesPerPod(), tree.leafUp(), "a leaf")
            : tree.tiers() == 3 && leastCores < tree.cores()
                ? text("cores", leastCores, tree.cores(), tree.spineUp(), "a spine")
                : "";
    return what.isEmpty()
        ? null
        : new Finding(
            "divisibility",
            Severity.INFO,
            what,
            "equally many links to each switch above, or some ways carry more than others",
            List.of(),
            List.of("the ports left are room for growth"));
  }

  private static String text(String kind, int least, int built, int links, String below) {
    return String.format(
        Locale.ROOT,
        "%,d %s where ports alone need %,d: the %d links up of %s must divide evenly",
        built,
        kind,
        least,
        links,
        below);
  }
}
