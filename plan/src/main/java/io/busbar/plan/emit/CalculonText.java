package io.busbar.plan.emit;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.calculon.ApplicationFile;
import io.busbar.formats.calculon.ExecutionFile;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Trained;
import io.busbar.model.training.Training;
import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.Mixer;
import io.busbar.model.workload.ModelSpec;
import io.busbar.plan.effect.Situation;

/**
 * The plan as Calculon's application and execution. Calculon has equal layers of attention and a
 * feed-forward part of two matrices: a gated one, of three, is written half as wide again, so that
 * its products are as many; keys and values are one per head, or one in all.
 */
final class CalculonText {
  private static final double GATED = 1.5;

  private final Situation plan;
  private final Training training;
  private final Parallelism parallelism;

  CalculonText(Situation plan) {
    this.plan = plan;
    this.training = plan.training();
    this.parallelism = training.parallelism();
  }

  /**
   * @throws InputException with all that Calculon has no word for
   */
  String application() {
    ModelSpec model = plan.model();
    Problems problems = new Problems();
    LayerGroup group = model.layers().getFirst();
    boolean fits =
        model.layers().size() == 1
            && group.mixer() instanceof Mixer.Attention
            && group.feedForward() instanceof FeedForward.Dense;
    if (!fits) {
      refuse(problems, model.name(), "equal layers of attention and a dense feed-forward part");
    }
    problems.throwIfAny();
    Mixer.Attention attention = (Mixer.Attention) group.mixer();
    FeedForward.Dense dense = (FeedForward.Dense) group.feedForward();
    return new ApplicationFile(
            model.hidden(),
            (int) Math.round(dense.width() * (dense.gated() ? GATED : 1)),
            training.batch().sequence(),
            attention.heads(),
            attention.headDim(),
            model.layerCount())
        .text();
  }

  /**
   * @throws InputException with all that Calculon has no word for
   */
  String execution() {
    Problems problems = new Problems();
    if (parallelism.cp() > 1 || parallelism.ep() > 1) {
      refuse(problems, "context or expert parallelism", "tensor, pipeline and data parallelism");
    }
    if (parallelism.sharding().ordinal() > Sharding.OPTIMIZER.ordinal()) {
      refuse(problems, "sharded gradients or parameters", "none, or sharded optimizer states");
    }
    Recompute recompute = training.recompute();
    if (recompute == Recompute.MODULES || recompute == Recompute.PER_OPERATION) {
      refuse(problems, "recomputation by module", "none, selective or full recomputation");
    }
    if (training.recomputeShare() < 1 && recompute != Recompute.NONE) {
      refuse(problems, "recomputation of some layers", "recomputation of all layers or none");
    }
    if (training.trained() != Trained.ALL) {
      refuse(problems, "adapters", "all weights trained");
    }
    problems.throwIfAny();
    return execution(recompute).text();
  }

  private ExecutionFile execution(Recompute recompute) {
    boolean together = parallelism.sequenceParallel() && parallelism.tp() > 1;
    return new ExecutionFile(
        new ExecutionFile.Layout(
            (int) parallelism.gpus(),
            parallelism.tp(),
            parallelism.pp(),
            parallelism.dp(),
            parallelism.virtualStages(),
            parallelism.sharding() == Sharding.OPTIMIZER && parallelism.dp() > 1,
            together ? "rs_ag" : "ar"),
        new ExecutionFile.Batch(
            Math.toIntExact(training.batch().globalBatch()),
            training.batch().microBatch(),
            type(),
            attention(),
            switch (recompute) {
              case FULL -> "full";
              case SELECTIVE -> "attn_only";
              case NONE, MODULES, PER_OPERATION -> "none";
            }),
        new ExecutionFile.Overlap(
            training.overlap().tensor() && parallelism.tp() > 1 ? "ring" : "none",
            training.overlap().gradients() && parallelism.dp() > 1),
        new ExecutionFile.Offload(
            false, training.offload().activations(), training.offload().optimizer()),
        nets());
  }

  /** Network 0 is that of the node, 1 the one between nodes; tensor-parallel ranks come first. */
  private ExecutionFile.Nets nets() {
    int gpus = plan.cluster().node().gpus();
    long stages = (long) parallelism.tp() * parallelism.pp();
    return new ExecutionFile.Nets(
        parallelism.tp() <= gpus ? 0 : 1,
        stages <= gpus ? 0 : 1,
        parallelism.gpus() <= gpus ? 0 : 1);
  }

  private String type() {
    return switch (training.numerics().compute()) {
      case BF16 -> "bfloat16";
      case FP16 -> "float16";
      case FP32 -> "float32";
      default -> "float8";
    };
  }

  private String attention() {
    return plan.model().layers().getFirst().mixer() instanceof Mixer.Attention attention
            && attention.kvHeads() == 1
            && attention.heads() > 1
        ? "multiquery"
        : "multihead";
  }

  private static void refuse(Problems problems, String read, String expected) {
    problems.add(Position.of("--emit"), "calculon", read, expected, "Calculon has no word for it");
  }
}
