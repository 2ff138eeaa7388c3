package io.busbar.plan.search;

import io.busbar.base.explain.Ledger;
import io.busbar.base.stop.Stop;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.Choice;
import io.busbar.model.training.LayoutRequest;
import io.busbar.model.training.LayoutRules;
import io.busbar.model.training.ModelLimits;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Training;
import io.busbar.model.training.TrainingRequest;
import io.busbar.model.workload.ModelSpec;
import io.busbar.plan.memory.MemoryModel;
import io.busbar.plan.stack.ExpertOverlap;
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
 * Evaluates every valid set-up that a request leaves open (degrees, schedule, chunks per rank,
 * micro-batch, expert overlap, recomputation) and keeps the fastest that fit in memory, one per
 * combination of tp, pp, cp and ep. What the request fixes stays; what its stack cannot run is not
 * proposed. With tp and pp fixed, cp counts 1. One use; not thread-safe. Costs some microseconds
 * per set-up; a thousand GPUs have some thousand of them.
 */
public final class LayoutSearch {
  private final ModelSpec model;
  private final Cluster cluster;
  private final TrainingRequest request;
  private final LayoutRules rules;
  private final Pipelines pipelines;
  private final StepModel steps;
  private final MemoryModel memory;
  private final Set<Choice> open;
  private final Map<List<Integer>, Candidate> best = new LinkedHashMap<>();
  private @Nullable Completion nearest;
  private long valid;
  private long fitting;

  /**
   * A set-up that fits.
   *
   * @param training the complete set-up
   * @param stepSeconds time of its step
   * @param conceded what was chosen so that it fits, one sentence each
   */
  public record Candidate(Training training, double stepSeconds, List<String> conceded) {
    public Candidate {
      conceded = List.copyOf(conceded);
    }
  }

  /**
   * What the search found.
   *
   * @param best fastest first; empty when nothing fits
   * @param nearest the one with the lowest peak of those that do not fit; null when all fit
   * @param valid set-ups that keep to the rules
   * @param fitting those of them that fit in memory
   */
  public record Found(
      List<Candidate> best, @Nullable Completion nearest, long valid, long fitting) {
    public Found {
      best = List.copyOf(best);
    }
  }

  public LayoutSearch(ModelSpec model, Cluster cluster, TrainingRequest request, TimeModels times) {
    this.model = model;
    this.cluster = cluster;
    this.request = request;
    ModelLimits limits = ModelLimits.of(model);
    this.rules = new LayoutRules(limits, request.sequence(), request.globalBatch());
    this.pipelines = new Pipelines(request.layout(), limits, request.software().stack());
    this.steps = new StepModel(model, cluster, times);
    this.memory = new MemoryModel(model, cluster.node().gpu());
    this.open = EnumSet.noneOf(Choice.class);
    this.open.addAll(request.leftOpen());
    this.open.retainAll(Set.of(Choice.RECOMPUTE, Choice.FUSED_LOSS));
  }

  /** The {@code most} fastest. */
  public Found run(int most) {
    LayoutRequest fixed = request.layout();
    int gpus = cluster.gpus();
    for (int tp : choices(fixed.tp(), OpenDegrees.tp(gpus))) {
      for (int pp : choices(fixed.pp(), OpenDegrees.pp(gpus / tp, model))) {
        for (int cp : contexts(gpus / tp / pp)) {
          for (int ep : choices(fixed.ep(), OpenDegrees.ep(model))) {
            layout(tp, pp, cp, ep, gpus / tp / pp / cp);
          }
        }
      }
    }
    List<Candidate> sorted = new ArrayList<>(best.values());
    sorted.sort(Comparator.comparingDouble(Candidate::stepSeconds));
    return new Found(sorted.subList(0, Math.min(most, sorted.size())), nearest, valid, fitting);
  }

  private List<Integer> contexts(int ranks) {
    LayoutRequest fixed = request.layout();
    if (fixed.cp() == null && !fixed.isOpen()) {
      return List.of(1);
    }
    return choices(fixed.cp(), OpenDegrees.cp(ranks, request.sequence()));
  }

  private static List<Integer> choices(@Nullable Integer fixed, List<Integer> open) {
    return fixed != null ? List.of(fixed) : open;
  }

  private void layout(int tp, int pp, int cp, int ep, int dp) {
    LayoutRequest fixed = request.layout();
    if ((long) tp * pp * cp * dp != cluster.gpus()) {
      return;
    }
    for (Pipelines.Pipeline pipeline : pipelines.of(pp)) {
      Stop.check();
      Parallelism p =
          new Parallelism(
              tp,
              tp > 1 && !Boolean.FALSE.equals(fixed.sequenceParallel()),
              pp,
              pipeline.schedule(),
              pipeline.virtualStages(),
              cp,
              fixed.contextKind(),
              ep,
              fixed.etp() == null ? 1 : fixed.etp(),
              dp,
              fixed.sharding() == null ? Sharding.OPTIMIZER : fixed.sharding(),
              fixed.shardGroup() == null ? 0 : fixed.shardGroup(),
              fixed.order());
      if (fixed.admits(p)) {
        microBatches(p);
      }
    }
  }

  private void microBatches(Parallelism p) {
    Integer fixed = request.microBatch();
    for (int size : fixed != null ? List.of(fixed) : OpenDegrees.microBatches()) {
      if (rules.holds(p, size)) {
        consider(p, size);
      }
    }
  }

  private void consider(Parallelism p, int micro) {
    Recompute given = request.recompute();
    Training training = request.with(p, micro, given == null ? Recompute.NONE : given);
    evaluate(training, false);
    Training overlapped = expertsOverlapped(training);
    if (overlapped != null) {
      evaluate(overlapped, true);
    }
  }

  /** The same with the expert exchange hidden, where that was left open and is possible. */
  private @Nullable Training expertsOverlapped(Training t) {
    Overlap o = t.overlap();
    if (o.experts() || !request.leftOpen().contains(Choice.EXPERT_OVERLAP)) {
      return null;
    }
    if (!ExpertOverlap.possible(t)) {
      return null;
    }
    return t.with(o.withExperts(true));
  }

  /**
   * @param ownOverlap whether expert overlap was chosen here rather than asked for or part of the
   *     schedule; it does not go with full recomputation
   */
  private void evaluate(Training training, boolean ownOverlap) {
    valid++;
    Completion complete = Completion.of(memory, training, open);
    Training done = complete.training();
    if (ownOverlap && done.recompute() == Recompute.FULL) {
      return;
    }
    if (!complete.fits()) {
      if (nearest == null || complete.peakBytes() < nearest.peakBytes()) {
        nearest = complete;
      }
      return;
    }
    fitting++;
    double seconds = steps.evaluate(done, Ledger.OFF).step();
    Parallelism p = done.parallelism();
    List<Integer> key = List.of(p.tp(), p.pp(), p.cp(), p.ep());
    Candidate before = best.get(key);
    if (before == null || seconds < before.stepSeconds()) {
      best.put(key, new Candidate(done, seconds, complete.assumptions()));
    }
  }
}
