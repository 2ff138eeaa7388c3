package io.busbar.plan.emit;

import io.busbar.model.training.GroupAxis;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Trained;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Situation;
import java.util.ArrayList;
import java.util.List;

/** What of a plan Megatron-LM cannot say, or says differently. One per text; not thread-safe. */
final class MegatronGaps {
  /** Stages nearer than replicas: tp-cp-ep-pp-dp. */
  static final List<GroupAxis> PP_INSIDE =
      List.of(GroupAxis.TP, GroupAxis.CP, GroupAxis.EP, GroupAxis.PP, GroupAxis.DP);

  /** Replicas nearer than stages, Megatron's default: tp-cp-ep-dp-pp. */
  static final List<GroupAxis> PP_OUTSIDE =
      List.of(GroupAxis.TP, GroupAxis.CP, GroupAxis.EP, GroupAxis.DP, GroupAxis.PP);

  private final Situation plan;
  private final Training t;
  private final Parallelism p;
  private final Numerics n;
  private final Effects effects;

  MegatronGaps(Situation plan, Effects effects) {
    this.plan = plan;
    this.t = plan.training();
    this.p = t.parallelism();
    this.n = t.numerics();
    this.effects = effects;
  }

  /** Whether it matters if stages or replicas are nearer. */
  static boolean spread(Parallelism p) {
    return p.pp() > 1 && p.dp() > 1;
  }

  /** Layers that full stages leave to the last one; 0 when layers divide or nothing is left. */
  static int lastStage(Situation plan) {
    Parallelism p = plan.training().parallelism();
    int layers = plan.model().layerCount();
    boolean even = layers % (p.pp() * p.virtualStages()) == 0;
    int full = (layers + p.pp() - 1) / p.pp();
    return even || p.virtualStages() > 1 ? 0 : Math.max(0, layers - full * (p.pp() - 1));
  }

  List<String> list() {
    List<String> out = new ArrayList<>();
    if (MegatronModel.settings(plan.model(), p.tp()) == null) {
      out.add(
          "the model: Megatron-LM's flags cannot say its layers exactly; take them from the model's"
              + " own recipe.");
    }
    int rows = MegatronModel.paddedRows(plan.model().vocabulary(), p.tp());
    if (rows != plan.model().vocabulary()) {
      out.add("the vocabulary: Megatron-LM pads it to " + rows + " rows, which tp divides.");
    }
    PipelineSchedule schedule = p.schedule();
    if (p.pp() > 1
        && schedule != PipelineSchedule.INTERLEAVED
        && schedule != PipelineSchedule.ONE_F_ONE_B) {
      out.add(
          "schedule "
              + schedule.written()
              + ": Megatron-LM runs 1F1B or interleaved 1F1B only. 1F1B instead: "
              + effects.schedule(PipelineSchedule.ONE_F_ONE_B));
    }
    int layers = plan.model().layerCount();
    int chunks = p.pp() * p.virtualStages();
    if (layers % chunks != 0 && (layers + 2) % chunks != 0 && lastStage(plan) == 0) {
      out.add(
          layers
              + " layers on "
              + chunks
              + " stages: they do not divide; write --pipeline-model-parallel-layout by hand.");
    }
    if (spread(p) && !p.order().equals(PP_INSIDE) && !p.order().equals(PP_OUTSIDE)) {
      out.add("the order of ranks: Megatron-LM knows tp-cp-ep-dp-pp and tp-cp-ep-pp-dp only.");
    }
    if (n.compute() == Precision.FP8_ROWWISE) {
      out.add("FP8 with one scale per row: no such recipe; tensorwise is set, which is faster.");
    }
    if (n.gradientReduceBytes() <= 2 && n.gradientBytes() > 2 && n.compute() != Precision.FP16) {
      out.add(
          "gradients held in 32 bits but reduced in 16: --grad-reduce-in-bf16 does both in 16."
              + " Effect: "
              + effects.heldInHalf());
    }
    if (t.recompute() == Recompute.PER_OPERATION) {
      out.add("recomputation per operation: no such granularity; none is set.");
    }
    if (t.recompute() == Recompute.MODULES) {
      out.add(
          "recomputation of activation functions in dense layers: only norms and, in experts,"
              + " activation functions can be named.");
    }
    if (t.trained() == Trained.ADAPTERS) {
      out.add("training of adapters only: Megatron-LM trains all weights.");
    }
    return out;
  }
}
