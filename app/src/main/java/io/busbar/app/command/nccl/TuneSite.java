package io.busbar.app.command.nccl;

import io.busbar.app.call.InFile;
import io.busbar.app.option.Named;
import io.busbar.app.step.Times;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.formats.tree.Tree;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.Parallelism;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.Planner;
import io.busbar.plan.input.PlanFile;
import io.busbar.tune.advice.PlanGroups;
import io.busbar.tune.advice.Site;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code busbar tune} advises on, from its options. */
public final class TuneSite {
  private TuneSite() {}

  /**
   * @param cluster value of {@code --cluster}; above that of the plan
   * @param plan value of {@code --plan}
   * @throws InputException when there is no such cluster or plan, or NCCL does not run there
   */
  static Site of(@Nullable String cluster, @Nullable String plan, NcclVersion version) {
    Position at = Position.of("--cluster");
    if (plan == null) {
      Cluster where = Named.cluster(cluster == null ? "" : cluster);
      driven(where, at);
      return new Site(where, version, Map.of());
    }
    Map<String, Tree.Scalar> above =
        cluster == null ? Map.of() : Map.of("cluster", new Tree.Scalar(at, cluster, true));
    PlanFile file = PlanFile.load(InFile.of(plan, "--plan"), above);
    driven(file.cluster(), cluster == null ? Position.of(plan) : at);
    return new Site(file.cluster(), version, PlanGroups.of(file.cluster(), layout(file)));
  }

  /** The layout of the plan, with what it leaves open as {@code plan} chooses it. */
  private static Parallelism layout(PlanFile file) {
    return Planner.plan(new PlanQuestion(file, new Times(), null, false, false))
        .situation()
        .training()
        .parallelism();
  }

  private static void driven(Cluster cluster, Position at) {
    if (!Site.drivenByNccl(cluster)) {
      throw new InputException(
          new Problem(at, "", cluster.name(), "a cluster of NVIDIA GPUs, which NCCL drives", ""));
    }
  }
}
