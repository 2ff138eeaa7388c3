package io.busbar.plan.answer;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Software;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;
import io.busbar.plan.answer.PlanAnswer.GapSummary;
import io.busbar.plan.answer.PlanAnswer.Hypothesis;
import io.busbar.plan.effect.Change;
import io.busbar.plan.effect.Changes;
import io.busbar.plan.effect.Situation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What would explain a measured step that differs from the plan: usual causes, each as the step it
 * would give, nearest to the measured one first. Stateless.
 */
public final class Hypotheses {
  private static final double DEGRADED_NIC = 2;
  private static final double SMALL_GAP = 0.05;

  private Hypotheses() {}

  /** The plan against a measured step in seconds. */
  public static GapSummary explain(Situation plan, double measuredSeconds) {
    double predicted = plan.cost().step();
    double gap = measuredSeconds - predicted;
    List<Hypothesis> all = new ArrayList<>();
    if (gap > SMALL_GAP * predicted) {
      slower(plan, gap, all);
    } else if (gap < -SMALL_GAP * predicted) {
      faster(plan, gap, all);
    }
    all.removeIf(h -> h.closesShare() < SMALL_GAP);
    all.sort(Comparator.comparingDouble(h -> Math.abs(1 - h.closesShare())));
    return new GapSummary(measuredSeconds, predicted, measuredSeconds / predicted, all);
  }

  private static void slower(Situation plan, double gap, List<Hypothesis> all) {
    Training t = plan.training();
    Overlap o = t.overlap();
    Software s = t.software();
    if (o.gradients()) {
      add(
          "gradients and parameters are not overlapped",
          plan.with(
              t.with(
                  new Overlap(
                      false, false, o.tensor(), o.pipeline(), o.experts(), o.bucketBytes()))),
          "trace of one step: do NCCL kernels run beside the backward pass?",
          gap,
          plan,
          all);
    }
    if (o.tensor()) {
      add(
          "tensor-parallel traffic is not overlapped",
          plan.with(
              t.with(
                  new Overlap(
                      o.gradients(),
                      o.parameters(),
                      false,
                      o.pipeline(),
                      o.experts(),
                      o.bucketBytes()))),
          "it switches off silently without sequence parallelism or Transformer Engine",
          gap,
          plan,
          all);
    }
    if (t.recompute() != Recompute.FULL) {
      add(
          "every layer is recomputed",
          plan.with(t.with(Recompute.FULL, 1)),
          "the recompute or activation-checkpointing setting of the run",
          gap,
          plan,
          all);
    }
    if (s.attention() != AttentionKernel.UNFUSED) {
      add(
          "attention is not fused",
          plan.with(
              t.with(
                  new Software(
                      s.stack(),
                      AttentionKernel.UNFUSED,
                      s.fusedExperts(),
                      s.cudaGraphs(),
                      s.fusedLoss()))),
          "the trace: softmax kernels of their own mean no FlashAttention",
          gap,
          plan,
          all);
    }
    if (s.stack() != Stack.MEGATRON_2021) {
      add(
          "kernels are eager and nothing overlaps (a stack as of 2021)",
          plan.with(
              t.with(new Overlap(false, false, false, false, false, o.bucketBytes()))
                  .with(
                      new Software(
                          Stack.MEGATRON_2021, s.attention(), false, false, s.fusedLoss()))),
          "framework and Transformer Engine versions; gaps between kernels in the trace",
          gap,
          plan,
          all);
    }
    network(plan, gap, all);
  }

  private static void network(Situation plan, double gap, List<Hypothesis> all) {
    Cluster cluster = plan.cluster();
    if (cluster.nodes() == 1) {
      return;
    }
    if (cluster.network().gpuDirect()) {
      add(
          "GPUDirect RDMA is off",
          plan.on(cluster.withNetwork(cluster.network().withGpuDirect(false))),
          "NCCL_DEBUG=INFO: channels between nodes should say /GDRDMA",
          gap,
          plan,
          all);
    }
    add(
        "the network gives half its rate",
        plan.on(cluster.withNetwork(cluster.network().withUplinkShare(1 / DEGRADED_NIC))),
        "all_reduce_perf over all nodes; port state, rate and error counters of every NIC",
        gap,
        plan,
        all);
  }

  private static void faster(Situation plan, double gap, List<Hypothesis> all) {
    for (Change change : Changes.of(plan)) {
      boolean sameTokens = change.after().training().tokens() == plan.training().tokens();
      if (sameTokens && change.gain() > 0) {
        add(
            change.what(),
            change.after(),
            "compare the run's settings with " + change.setting(),
            gap,
            plan,
            all);
      }
    }
  }

  private static void add(
      String cause,
      Situation would,
      String check,
      double gap,
      Situation plan,
      List<Hypothesis> all) {
    double step = would.cost().step();
    all.add(new Hypothesis(cause, step, (step - plan.cost().step()) / gap, check));
  }
}
