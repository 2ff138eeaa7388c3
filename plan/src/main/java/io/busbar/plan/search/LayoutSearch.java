package io.busbar.plan.search;

import io.busbar.base.explain.Ledger;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.Choice;
import io.busbar.model.training.LayoutRequest;
import io.busbar.model.training.LayoutRules;
import io.busbar.model.training.ModelLimits;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Training;
import io.busbar.model.training.TrainingRequest;
import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.ModelSpec;
import io.busbar.plan.memory.Completion;
import io.busbar.plan.memory.MemoryModel;
import io.busbar.plan.step.StepModel;
import io.busbar.plan.step.TimeModels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates every valid layout of a request and keeps the fastest that fit in memory, one per
 * combination of tp, pp, cp and ep. What the request fixes stays. One use; not thread-safe. Costs
 * some microseconds per layout; a thousand GPUs have some thousand layouts.
 */
public final class LayoutSearch {
  private static final int MAX_TP = 64;
  private static final int MAX_CP = 64;
  private static final int MAX_MICRO_BATCH = 16;

  private final ModelSpec model;
  private final Cluster cluster;
  private final TrainingRequest request;
  private final ModelLimits limits;
  private final LayoutRules rules;
  private final StepModel steps;
  private final MemoryModel memory;
  private final Map<List<Integer>, Candidate> best = new LinkedHashMap<>();
  private long valid;
  private long fitting;

  /**
   * A layout that fits.
   *
   * @param training the complete set-up
   * @param stepSeconds time of its step
   */
  public record Candidate(Training training, double stepSeconds) {}

  /**
   * What the search found.
   *
   * @param best fastest first; empty when nothing fits
   * @param valid layouts that keep to the rules
   * @param fitting those of them that fit in memory
   */
  public record Found(List<Candidate> best, long valid, long fitting) {
    public Found {
      best = List.copyOf(best);
    }
  }

  public LayoutSearch(ModelSpec model, Cluster cluster, TrainingRequest request, TimeModels times) {
    this.model = model;
    this.cluster = cluster;
    this.request = request;
    this.limits = ModelLimits.of(model);
    this.rules = new LayoutRules(limits, request.sequence(), request.globalBatch());
    this.steps = new StepModel(model, cluster, times);
    this.memory = new MemoryModel(model, cluster.node().gpu());
  }

  /** The {@code most} fastest layouts. */
  public Found run(int most) {
    LayoutRequest fixed = request.layout();
    int gpus = cluster.gpus();
    for (int tp : choices(fixed.tp(), gpus, MAX_TP)) {
      for (int pp : choices(fixed.pp(), gpus / tp, model.layerCount())) {
        for (int cp : choices(fixed.cp(), gpus / tp / pp, contextLimit())) {
          for (int ep : choices(fixed.ep(), experts(), experts())) {
            layout(tp, pp, cp, ep, gpus / tp / pp / cp);
          }
        }
      }
    }
    List<Candidate> sorted = new ArrayList<>(best.values());
    sorted.sort(Comparator.comparingDouble(Candidate::stepSeconds));
    return new Found(sorted.subList(0, Math.min(most, sorted.size())), valid, fitting);
  }

  /** Context parallelism is for sequences that one rank can hardly hold. */
  private int contextLimit() {
    return Math.max(1, Math.min(MAX_CP, request.sequence() / 4096));
  }

  private int experts() {
    int experts = 1;
    for (LayerGroup group : model.layers()) {
      if (group.feedForward() instanceof FeedForward.Experts e) {
        experts = Math.max(experts, e.experts());
      }
    }
    return experts;
  }

  /** The fixed value, else every divisor up to a limit. */
  private static List<Integer> choices(@Nullable Integer fixed, int of, int limit) {
    if (fixed != null) {
      return List.of(fixed);
    }
    List<Integer> divisors = new ArrayList<>();
    for (int d = 1; d <= Math.min(of, limit); d++) {
      if (of % d == 0) {
        divisors.add(d);
      }
    }
    return divisors;
  }

  private void layout(int tp, int pp, int cp, int ep, int dp) {
    LayoutRequest fixed = request.layout();
    Sharding sharding = fixed.sharding() == null ? Sharding.OPTIMIZER : fixed.sharding();
    int perStage = limits.layersPerStage(pp);
    List<Integer> virtual =
        pp == 1 || (fixed.schedule() != null && fixed.schedule() != PipelineSchedule.INTERLEAVED)
            ? List.of(1)
            : choices(fixed.virtualStages(), perStage, perStage);
    for (int v : virtual) {
      Parallelism p =
          new Parallelism(
              tp,
              tp > 1 && !Boolean.FALSE.equals(fixed.sequenceParallel()),
              pp,
              schedule(fixed, v),
              v,
              cp,
              fixed.contextKind(),
              ep,
              fixed.etp() == null ? 1 : fixed.etp(),
              dp,
              sharding,
              fixed.shardGroup() == null ? 0 : fixed.shardGroup(),
              fixed.order());
      if ((long) tp * pp * cp * dp == cluster.gpus() && fixed.admits(p)) {
        microBatches(p);
      }
    }
  }

  private static PipelineSchedule schedule(LayoutRequest fixed, int virtualStages) {
    if (virtualStages > 1) {
      return PipelineSchedule.INTERLEAVED;
    }
    PipelineSchedule given = fixed.schedule();
    return given == null || given == PipelineSchedule.INTERLEAVED
        ? PipelineSchedule.ONE_F_ONE_B
        : given;
  }

  private void microBatches(Parallelism p) {
    Integer fixed = request.microBatch();
    for (int micro = 1; micro <= MAX_MICRO_BATCH; micro *= 2) {
      int size = fixed == null ? micro : fixed;
      if (rules.holds(p, size)) {
        valid++;
        consider(p, size);
      }
      if (fixed != null) {
        return;
      }
    }
  }

  private void consider(Parallelism p, int micro) {
    Recompute given = request.recompute();
    Training training = request.with(p, micro, given == null ? Recompute.NONE : given);
    Set<Choice> open = EnumSet.noneOf(Choice.class);
    if (given == null) {
      open.add(Choice.RECOMPUTE);
    }
    if (request.leftOpen().contains(Choice.FUSED_LOSS)) {
      open.add(Choice.FUSED_LOSS);
    }
    Completion complete = Completion.of(memory, training, open);
    if (!complete.fits()) {
      return;
    }
    fitting++;
    double seconds = steps.evaluate(complete.training(), Ledger.OFF).step();
    List<Integer> key = List.of(p.tp(), p.pp(), p.cp(), p.ep());
    Candidate before = best.get(key);
    if (before == null || seconds < before.stepSeconds()) {
      best.put(key, new Candidate(complete.training(), seconds));
    }
  }
}
