package io.busbar.plan.scaling;

import io.busbar.formats.shape.Names;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.Batch;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Training;
import io.busbar.plan.answer.PlanAnswer.ScalingPoint;
import io.busbar.plan.answer.PlanAnswer.ScalingSummary;
import io.busbar.plan.answer.PlanAnswer.StepPart;
import io.busbar.plan.effect.Situation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Scaling of a layout over nodes: tp, pp and cp stay, replicas grow. Weak: each replica keeps its
 * batch. Strong: the global batch stays. Efficiency is tokens per second and GPU over those of the
 * smallest cluster that holds one replica. Stateless.
 *
 * <p>The loss is attributed by time per token and GPU: {@code (part_N − part_1) / total_N}, which
 * adds up to 1 − efficiency.
 */
public final class Scaling {
  private Scaling() {}

  /** Points at doubling node counts up to the cluster's own. */
  public static ScalingSummary of(Situation plan) {
    Parallelism p = plan.training().parallelism();
    int perNode = plan.cluster().node().gpus();
    long replica = (long) p.tp() * p.pp() * p.cp();
    int smallest = (int) Math.max(1, (replica + perNode - 1) / perNode);
    TreeSet<Integer> counts = new TreeSet<>();
    for (long nodes = smallest; nodes < plan.cluster().nodes(); nodes *= 2) {
      counts.add((int) nodes);
    }
    counts.add(plan.cluster().nodes());
    String baseline =
        String.format(
            Locale.ROOT,
            "%d %s (%d GPUs), the fewest that hold one replica of tp %d x pp %d x cp %d",
            smallest,
            smallest == 1 ? "node" : "nodes",
            smallest * perNode,
            p.tp(),
            p.pp(),
            p.cp());
    return new ScalingSummary(
        points(plan, counts, replica, true), points(plan, counts, replica, false), baseline);
  }

  private static List<ScalingPoint> points(
      Situation plan, TreeSet<Integer> counts, long replica, boolean weak) {
    List<ScalingPoint> points = new ArrayList<>();
    Situation first = null;
    for (int nodes : counts) {
      Situation here = at(plan, nodes, replica, weak);
      if (here != null) {
        first = first == null ? here : first;
        points.add(point(first, here));
      }
    }
    return points;
  }

  /** The plan on so many nodes, or null when its batch does not divide there. */
  static @Nullable Situation at(Situation plan, int nodes, long replica, boolean weak) {
    Training t = plan.training();
    Parallelism p = t.parallelism();
    long gpus = (long) nodes * plan.cluster().node().gpus();
    if (gpus % replica != 0) {
      return null;
    }
    int dp = Math.toIntExact(gpus / replica);
    long micro = t.batch().microBatch();
    long batch = weak ? t.microBatches() * micro * dp : t.batch().globalBatch();
    boolean experts = (long) p.tp() * p.cp() * dp % ((long) p.ep() * p.etp()) == 0;
    int ranks = dp * p.cp();
    boolean shards = p.shardGroup() == 0 || ranks % Math.min(ranks, p.shardGroup()) == 0;
    if (batch % (micro * dp) != 0 || !experts || !shards) {
      return null;
    }
    Parallelism layout =
        new Parallelism(
            p.tp(),
            p.sequenceParallel(),
            p.pp(),
            p.schedule(),
            p.virtualStages(),
            p.cp(),
            p.contextKind(),
            p.ep(),
            p.etp(),
            dp,
            p.sharding(),
            p.shardGroup() >= ranks ? 0 : p.shardGroup(),
            p.order());
    Training training =
        t.with(layout).with(new Batch(t.batch().sequence(), batch, t.batch().microBatch()));
    Cluster cluster = plan.cluster().withNodes(nodes);
    return Situation.of(plan.model(), cluster, training, plan.times());
  }

  private static ScalingPoint point(Situation first, Situation here) {
    double efficiency = perGpu(here) / perGpu(first);
    return new ScalingPoint(
        here.cluster().nodes(),
        here.training().parallelism().gpus(),
        here.cost().step(),
        here.tokensPerSecond(),
        efficiency,
        Names.of(here.verdict()),
        losses(first, here));
  }

  private static double perGpu(Situation s) {
    return s.tokensPerSecond() / s.training().parallelism().gpus();
  }

  /** What makes a token dearer than on the first point, as shares of its time. */
  static List<StepPart> losses(Situation first, Situation here) {
    double tokensFirst = first.training().tokens() / (double) first.training().parallelism().gpus();
    double tokensHere = here.training().tokens() / (double) here.training().parallelism().gpus();
    double total = here.cost().step() / tokensHere;
    List<StepPart> before = StepParts.of(first.cost());
    List<StepPart> now = StepParts.of(here.cost());
    List<StepPart> losses = new ArrayList<>();
    for (int i = 0; i < now.size(); i++) {
      double more = now.get(i).seconds() / tokensHere - before.get(i).seconds() / tokensFirst;
      losses.add(new StepPart(now.get(i).part(), more * tokensHere, more / total));
    }
    return losses;
  }
}
