package io.busbar.design.place;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.FabricRequest.Blocks;
import io.busbar.model.fabric.Ratio;
import io.busbar.model.fabric.Sizer;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.Planned;
import io.busbar.plan.Planner;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.input.PlanOption;
import io.busbar.plan.step.TimeModels;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Plans and clusters of the tests. */
final class Jobs {
  private static final Map<Cluster, TimeModel> MADE = new IdentityHashMap<>();

  static final TimeModels NCCL =
      cluster ->
          MADE.computeIfAbsent(
              cluster, c -> NcclTime.of(c, NcclSetup.of(NcclVersion.newest(), c.node().gpu())));

  private Jobs() {}

  /** A cluster of nodes with a leaf group and a pod of that many. */
  static Cluster cluster(
      String node, int nodes, int perLeaf, int perPod, double leafOver, double spineOver) {
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(node + ":" + nodes, Position.of("--cluster"), problems);
    problems.throwIfAny();
    if (cluster == null) {
      throw new AssertionError(node);
    }
    FabricRequest request = cluster.fabric().request();
    FabricRequest asked =
        request
            .withBlocks(new Blocks(perLeaf, perPod, 0, request.rails()))
            .withLeafOver(ratio(leafOver))
            .withSpineOver(ratio(spineOver));
    FabricDesign fabric = Sizer.assumed(asked.withLeafOver(Sizer.nearestRatio(asked)));
    return cluster.withNetwork(cluster.network().withFabric(fabric));
  }

  private static Ratio ratio(double over) {
    return new Ratio(Math.round(over * 1000), 1000);
  }

  /** The plan of options such as {@code --model llama3-8b --cluster dgx-h100:4 --tp 8}. */
  static Planned plan(String options) {
    String[] words = options.split(" ");
    Map<String, String> typed = new LinkedHashMap<>();
    for (int i = 0; i < words.length; i += 2) {
      typed.put(words[i], words[i + 1]);
    }
    PlanFile file = PlanFile.load(null, PlanOption.overlay(typed));
    return Planner.plan(new PlanQuestion(file, NCCL, null, false, false));
  }

  static Objective objective(Planned plan, Site site) {
    Cluster job = site.cluster().withNodes(plan.situation().cluster().nodes());
    return new Objective(site, job, plan.situation().model(), plan.situation().training(), NCCL);
  }

  static List<String> names(int nodes) {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= nodes; i++) {
      names.add(String.format(Locale.ROOT, "node%04d", i));
    }
    return names;
  }

  static Site site(Cluster cluster) {
    return Site.of(cluster, names(cluster.nodes()));
  }
}
