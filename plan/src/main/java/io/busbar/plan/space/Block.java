package io.busbar.plan.space;

import io.busbar.base.explain.Ledger;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.Choice;
import io.busbar.model.training.LayoutRequest;
import io.busbar.model.training.LayoutRules;
import io.busbar.model.training.ModelLimits;
import io.busbar.model.training.Training;
import io.busbar.model.training.TrainingRequest;
import io.busbar.plan.economy.Cost;
import io.busbar.plan.memory.MemoryModel;
import io.busbar.plan.search.Completion;
import io.busbar.plan.search.Pipelines;
import io.busbar.plan.search.Pipelines.Pipeline;
import io.busbar.plan.step.StepModel;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The set-ups of one model on one cluster in one frame: what {@link Axes} vary is a range of
 * numbers from 0. Immutable and thread-safe.
 */
final class Block {
  private static final double TRILLION = 1e12;

  final Frame frame;
  final Axes axes;
  final int gpus;
  final LayoutRequest fixed;

  /** Rules of layouts without those on the batch. */
  final LayoutRules layoutRules;

  final long size;
  private final int[] radices;
  private final long[] strides = new long[Axes.COUNT];
  private final boolean[][] pipelineOf;
  private final TrainingRequest[] requests;
  private final LayoutRules[] rules;
  private final StepModel steps;
  private final MemoryModel memory;
  private final Set<Choice> openWithRecompute;
  private final Set<Choice> open;

  /**
   * @throws ArithmeticException when it has more numbers than a long holds
   */
  Block(Frame frame, Axes axes, StepModel steps, MemoryModel memory) {
    this.frame = frame;
    this.axes = axes;
    this.steps = steps;
    this.memory = memory;
    TrainingRequest request = frame.request();
    Cluster cluster = frame.cluster();
    this.gpus = cluster.gpus();
    this.fixed = request.layout();
    ModelLimits limits = ModelLimits.of(frame.model());
    this.layoutRules = new LayoutRules(limits, request.sequence(), 0);
    List<Long> batches = axes.batches();
    this.requests = new TrainingRequest[batches.size()];
    this.rules = new LayoutRules[batches.size()];
    for (int b = 0; b < requests.length; b++) {
      requests[b] = request.withGlobalBatch(batches.get(b));
      rules[b] = new LayoutRules(limits, request.sequence(), batches.get(b));
    }
    this.open = EnumSet.noneOf(Choice.class);
    if (request.leftOpen().contains(Choice.FUSED_LOSS)) {
      open.add(Choice.FUSED_LOSS);
    }
    this.openWithRecompute = EnumSet.copyOf(open.isEmpty() ? Set.of(Choice.RECOMPUTE) : open);
    openWithRecompute.add(Choice.RECOMPUTE);
    this.radices = axes.radices();
    long all = 1;
    for (int level = Axes.COUNT - 1; level >= 0; level--) {
      strides[level] = all;
      all = Math.multiplyExact(all, radices[level]);
    }
    this.size = all;
    this.pipelineOf = pipelines(frame.pipelines());
  }

  private boolean[][] pipelines(List<Pipelines> from) {
    boolean[][] of = new boolean[axes.pp().size()][axes.pipelines().size()];
    for (int pp = 0; pp < of.length; pp++) {
      for (Pipelines some : from) {
        for (Pipeline pipeline : some.of(axes.pp().get(pp))) {
          int at = axes.pipelines().indexOf(pipeline);
          if (at >= 0) {
            of[pp][at] = true;
          }
        }
      }
    }
    return of;
  }

  int radix(int level) {
    return radices[level];
  }

  long stride(int level) {
    return strides[level];
  }

  /** Whether so many stages are run in that way; both by their place on the axis. */
  boolean pipelines(int pp, int pipeline) {
    return pipelineOf[pp][pipeline];
  }

  TrainingRequest request(int batch) {
    return requests[batch];
  }

  LayoutRules rules(int batch) {
    return rules[batch];
  }

  /** A set-up with what is open chosen so that it fits, exactly as a plan does. */
  Completion complete(Training training, RecomputeChoice recompute) {
    return Completion.of(memory, training, recompute.mode() == null ? openWithRecompute : open);
  }

  StepModel steps() {
    return steps;
  }

  double stepSeconds(Training training) {
    return steps.evaluate(training, Ledger.OFF).step();
  }

  /** The values of all objectives of a set-up; {@link Front} minimises each. */
  void values(double stepSeconds, double tokens, double peakBytes, double[] into) {
    double useful = frame.goodput();
    double perTrillion = stepSeconds * TRILLION / tokens / useful;
    into[Objective.STEP_TIME.ordinal()] = stepSeconds;
    into[Objective.COST.ordinal()] =
        Cost.perTrillionTokens(gpus, frame.terms().pricePerGpuHour().dollars(), stepSeconds, tokens)
            / useful;
    into[Objective.GPUS.ordinal()] = gpus;
    into[Objective.ENERGY.ordinal()] = gpus * frame.terms().wattsPerGpu() * perTrillion;
    into[Objective.HEADROOM.ordinal()] = peakBytes / memory.capacityBytes() - 1;
    into[Objective.TRAIN_TIME.ordinal()] = perTrillion;
    into[Front.MODEL] = frame.modelNumber();
  }
}
