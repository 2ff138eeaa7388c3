package io.busbar.plan;

import io.busbar.formats.shape.Names;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Training;
import io.busbar.plan.answer.PlanAnswer.ClusterSummary;
import io.busbar.plan.answer.PlanAnswer.DimensionSummary;
import io.busbar.plan.answer.PlanAnswer.FitSummary;
import io.busbar.plan.answer.PlanAnswer.LayoutSummary;
import io.busbar.plan.answer.PlanAnswer.MemorySummary;
import io.busbar.plan.answer.PlanAnswer.StageSummary;
import io.busbar.plan.effect.Settings;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.fit.Fit;
import io.busbar.plan.memory.HostRoom;
import io.busbar.plan.memory.MemoryCost;
import io.busbar.plan.memory.MemoryPart;
import io.busbar.plan.memory.StageMemory;
import io.busbar.plan.memory.Verdict;
import io.busbar.plan.step.StepCost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Records of the answer from the records of the model. Stateless. */
public final class Summaries {
  private Summaries() {}

  static ClusterSummary cluster(Cluster c) {
    return new ClusterSummary(
        c.name(),
        c.gpus(),
        c.nodes(),
        c.node().gpu().name(),
        Names.of(c.network().kind()),
        c.networkBytesPerSecond());
  }

  /** How a set-up is split. */
  public static LayoutSummary layout(Training t) {
    Parallelism p = t.parallelism();
    return new LayoutSummary(
        p.tp(),
        p.sequenceParallel(),
        p.pp(),
        p.schedule().written(),
        p.virtualStages(),
        p.cp(),
        p.ep(),
        p.etp(),
        p.dp(),
        Names.of(p.sharding()),
        p.shardGroup() == 0 ? p.dp() * p.cp() : p.shardGroup(),
        p.order().stream().map(Names::of).collect(Collectors.joining(",")),
        t.batch().microBatch(),
        t.batch().sequence(),
        Names.of(t.numerics().compute()),
        Names.of(t.recompute()),
        t.recompute() == Recompute.NONE ? 0 : t.recomputeShare(),
        Names.of(t.offload()));
  }

  /**
   * @param hostBytes of one GPU in host memory
   * @param node whose host memory that is
   */
  static MemorySummary memory(MemoryCost m, double hostBytes, NodeType node) {
    List<StageSummary> stages = new ArrayList<>();
    for (StageMemory stage : m.stages()) {
      Map<String, Double> parts = new LinkedHashMap<>();
      for (Map.Entry<MemoryPart, Double> part : stage.parts().entrySet()) {
        parts.put(part.getKey().name().toLowerCase(Locale.ROOT), part.getValue());
      }
      stages.add(new StageSummary(stage.stage(), stage.layers(), stage.totalBytes(), parts));
    }
    double over = m.peakBytes() - m.capacityBytes();
    return new MemorySummary(
        Names.of(HostRoom.verdict(m.verdict(), hostBytes, node)),
        m.peakBytes(),
        m.capacityBytes(),
        m.verdict() == Verdict.DOES_NOT_FIT ? over : 0,
        hostBytes,
        HostRoom.bytesPerGpu(node),
        m.heaviest(),
        stages);
  }

  /** The nearest fits, fewest changes first. */
  static List<FitSummary> fits(List<Fit> fits) {
    List<FitSummary> all = new ArrayList<>();
    for (Fit fit : fits) {
      Situation s = fit.situation();
      all.add(
          new FitSummary(
              fit.changes(),
              fit.knobs(),
              Settings.typed(Settings.between(fit.planned().training(), s.training())),
              s.cluster().gpus(),
              s.cost().step(),
              s.tokensPerSecond(),
              s.peakBytes(),
              fit.hostBytes(),
              Names.of(s.verdict())));
    }
    return all;
  }

  /** The dimensions that communicate. */
  static List<DimensionSummary> communication(Situation s) {
    Placement placement = new Placement(s.cluster(), s.training().parallelism());
    StepCost c = s.cost();
    List<DimensionSummary> all = new ArrayList<>();
    add(all, "tensor_parallel", placement.reach(GroupKind.TP), c.tensor());
    add(all, "context_parallel", placement.reach(GroupKind.CP), c.context());
    add(all, "expert_parallel", placement.reach(GroupKind.EP), c.expert());
    add(all, "pipeline", placement.reach(GroupKind.PP), c.pipeline());
    add(all, "data_parallel", placement.reach(GroupKind.SHARD), c.data());
    return all;
  }

  private static void add(
      List<DimensionSummary> all, String name, Reach reach, StepCost.Traffic traffic) {
    if (reach.ranks() > 1) {
      all.add(
          new DimensionSummary(
              name,
              reach.ranks(),
              Names.of(reach.outermost()),
              traffic.bytes(),
              traffic.total(),
              traffic.exposed(),
              Math.max(0, traffic.total() - traffic.exposed())));
    }
  }
}
