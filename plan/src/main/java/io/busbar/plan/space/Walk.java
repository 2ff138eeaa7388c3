package io.busbar.plan.space;

import io.busbar.base.explain.Ledger;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.model.cluster.Reaches;
import io.busbar.model.training.LayoutRequest;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Training;
import io.busbar.plan.search.Completion;
import io.busbar.plan.search.Pipelines.Pipeline;
import io.busbar.plan.stack.ExpertOverlap;
import io.busbar.plan.step.StepCost;
import org.jspecify.annotations.Nullable;

/**
 * Goes through numbers of a block in order and puts their set-ups into a front. A rule that the
 * first digits break skips all numbers with them, and a set-up is not priced when a lower bound of
 * its step cannot change the front: {@code step(B) ≥ m(B)·c}, with c the time of a micro-batch,
 * which is the same for every batch of more than one micro-batch per replica. One thread.
 */
final class Walk {
  /** Takes away what rounding may have added to a bound. */
  private static final double BELOW = 1 - 1e-9;

  private static final Pipeline PLAIN = new Pipeline(PipelineSchedule.ONE_F_ONE_B, 1);

  private final Block block;
  private final Axes axes;
  private final LayoutRequest fixed;
  private final Wanted wanted;
  private final Front front;
  private final boolean skips;
  private final boolean bounds;
  private final long offset;
  private final int[] digits = new int[Axes.COUNT];
  private final double[] values = new double[Front.VALUES];
  private @Nullable Parallelism layout;
  private @Nullable Reaches reaches;
  private final Bound bound = new Bound();
  private long valid;
  private long fitting;
  private long priced;

  /** What an earlier batch of the same layout says of the next ones. */
  private static final class Bound {
    private boolean overfull;
    private @Nullable Training training;
    private double perMicroBatch;

    void clear() {
      overfull = false;
      training = null;
    }

    boolean holdsFor(Training t) {
      return training != null
          && training.recompute() == t.recompute()
          && training.recomputeShare() == t.recomputeShare()
          && training.software().equals(t.software());
    }
  }

  /**
   * @param offset number in the space of the block's number 0
   */
  Walk(Block block, long offset, Wanted wanted, Front front, Skipping skipping) {
    this.block = block;
    this.axes = block.axes;
    this.fixed = block.fixed;
    this.offset = offset;
    this.wanted = wanted;
    this.front = front;
    this.skips = skipping != Skipping.NOTHING;
    this.bounds = skipping == Skipping.ALL;
  }

  /** Numbers of the block from {@code from} to below {@code to}. */
  void run(long from, long to) {
    set(from);
    int changed = 0;
    long at = from;
    while (at < to) {
      int broken = skips ? firstBroken(changed) : -1;
      if (broken < 0) {
        consider(at, changed);
        changed = advance(Axes.BATCH);
        at++;
      } else {
        long stride = block.stride(broken);
        changed = advance(broken);
        at += stride - at % stride;
      }
    }
    front.count(new Counts(to - from, valid, fitting, priced));
  }

  private void set(long number) {
    for (int level = 0; level < Axes.COUNT; level++) {
      digits[level] = (int) (number / block.stride(level) % block.radix(level));
    }
  }

  /** The next number with another digit at a level or above; the first level that changed. */
  private int advance(int level) {
    for (int below = level + 1; below < Axes.COUNT; below++) {
      digits[below] = 0;
    }
    int at = level;
    while (at >= 0) {
      digits[at]++;
      if (digits[at] < block.radix(at)) {
        return at;
      }
      digits[at] = 0;
      at--;
    }
    return 0;
  }

  /** The first level at which the digits so far break a rule whatever follows; -1 for none. */
  private int firstBroken(int changed) {
    for (int level = changed; level <= Axes.EP; level++) {
      if (!prefixHolds(level)) {
        return level;
      }
    }
    return changed <= Axes.EXPERTS && expertsWithoutGroup() ? Axes.EXPERTS : -1;
  }

  private boolean prefixHolds(int level) {
    int tp = axes.tp().get(digits[Axes.TP]);
    int pp = level >= Axes.PP ? axes.pp().get(digits[Axes.PP]) : 1;
    int cp = level >= Axes.CP ? axes.cp().get(digits[Axes.CP]) : 1;
    if (block.gpus % ((long) tp * pp * cp) != 0) {
      return false;
    }
    boolean sequence = level >= Axes.SEQUENCE_PARALLEL && sequenceParallel(tp);
    if (level == Axes.SEQUENCE_PARALLEL && repeatsSequence(tp)) {
      return false;
    }
    if (level == Axes.PIPELINE && !block.pipelines(digits[Axes.PP], digits[Axes.PIPELINE])) {
      return false;
    }
    Pipeline pipeline =
        level >= Axes.PIPELINE ? axes.pipelines().get(digits[Axes.PIPELINE]) : PLAIN;
    if (level < Axes.EP) {
      return block.layoutRules.holds(parallelism(tp, sequence, pp, pipeline, cp, 1, 0), 0);
    }
    layout = null;
    Parallelism p = whole();
    boolean holds = fixed.admits(p) && block.layoutRules.holds(p, 0);
    layout = holds ? p : null;
    reaches = null;
    return holds;
  }

  private boolean sequenceParallel(int tp) {
    return tp > 1 && axes.sequenceParallel().get(digits[Axes.SEQUENCE_PARALLEL]);
  }

  /** Without tensor parallelism there is nothing to choose: the first choice stands for all. */
  private boolean repeatsSequence(int tp) {
    return tp == 1 && digits[Axes.SEQUENCE_PARALLEL] > 0;
  }

  private boolean expertsWithoutGroup() {
    return axes.experts().get(digits[Axes.EXPERTS]) && axes.ep().get(digits[Axes.EP]) == 1;
  }

  /** The layout of the digits. */
  private Parallelism whole() {
    int tp = axes.tp().get(digits[Axes.TP]);
    int pp = axes.pp().get(digits[Axes.PP]);
    int cp = axes.cp().get(digits[Axes.CP]);
    Pipeline pipeline = axes.pipelines().get(digits[Axes.PIPELINE]);
    int dp = (int) (block.gpus / ((long) tp * pp * cp));
    return parallelism(
        tp, sequenceParallel(tp), pp, pipeline, cp, axes.ep().get(digits[Axes.EP]), dp);
  }

  private Parallelism parallelism(
      int tp, boolean sequence, int pp, Pipeline pipeline, int cp, int ep, int dp) {
    return new Parallelism(
        tp,
        sequence,
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
  }

  /** The set-up of a number of the block, or null when it breaks a rule or is another's twin. */
  @Nullable Training training(long number) {
    set(number);
    return completeLayoutHolds() ? proposed() : null;
  }

  /** Every rule on the digits, none of which was asked before. */
  private boolean completeLayoutHolds() {
    int tp = axes.tp().get(digits[Axes.TP]);
    long split = (long) tp * axes.pp().get(digits[Axes.PP]) * axes.cp().get(digits[Axes.CP]);
    if (block.gpus % split != 0
        || repeatsSequence(tp)
        || expertsWithoutGroup()
        || !block.pipelines(digits[Axes.PP], digits[Axes.PIPELINE])) {
      return false;
    }
    layout = whole();
    return fixed.admits(layout) && block.layoutRules.holds(layout, 0);
  }

  /** The set-up of the digits, whose layout holds; null when batch or overlap break a rule. */
  private @Nullable Training proposed() {
    Parallelism p = layout;
    int micro = axes.micro().get(digits[Axes.MICRO]);
    if (p == null || !block.rules(digits[Axes.BATCH]).holds(p, micro)) {
      return null;
    }
    Recompute mode = recompute().mode();
    Training t =
        block.request(digits[Axes.BATCH]).with(p, micro, mode == null ? Recompute.NONE : mode);
    if (!axes.experts().get(digits[Axes.EXPERTS])) {
      return t.overlap().experts() ? t.with(t.overlap().withExperts(false)) : t;
    }
    if (mode == Recompute.FULL || !ExpertOverlap.possible(t)) {
      return null;
    }
    return t.with(t.overlap().withExperts(true));
  }

  /** That of the number looked at last. */
  RecomputeChoice recompute() {
    return axes.recompute().get(digits[Axes.RECOMPUTE]);
  }

  private void consider(long number, int changed) {
    if (skips) {
      if (changed < Axes.BATCH) {
        bound.clear();
      }
    } else if (!completeLayoutHolds()) {
      return;
    }
    Training training = proposed();
    if (training == null) {
      return;
    }
    valid++;
    if (bounds && bound.overfull) {
      return;
    }
    Completion complete = block.complete(training, recompute());
    Training done = complete.training();
    if (!complete.fits()) {
      // With more micro-batches a stage keeps no fewer of them.
      bound.overfull = recompute().mode() != null;
      return;
    }
    if (fullWithExperts(done)) {
      return;
    }
    fitting++;
    if (!bounds || !ruledOut(done, complete.peakBytes())) {
      price(offset + number, done, complete.peakBytes());
    }
  }

  /** The exchange cannot hide behind a pass that is computed again. */
  static boolean fullWithExperts(Training t) {
    return t.overlap().experts() && t.recompute() == Recompute.FULL;
  }

  private boolean ruledOut(Training t, double peakBytes) {
    long m = t.microBatches();
    if (m < 2 || !bound.holdsFor(t)) {
      return false;
    }
    block.values(m * bound.perMicroBatch * BELOW, t.tokens(), peakBytes, values);
    return front.rulesOut(values, wanted.keptBy(values));
  }

  private void price(long index, Training t, double peakBytes) {
    priced++;
    Reaches far = reaches;
    if (far == null || !skips) {
      far = new Known(new Placement(block.frame.cluster(), t.parallelism()));
      reaches = far;
    }
    StepCost cost = block.steps().evaluate(t, far, Ledger.OFF);
    if (t.microBatches() > 1 && bound.training == null) {
      bound.training = t;
      bound.perMicroBatch = cost.perMicroBatch();
    }
    block.values(cost.step(), t.tokens(), peakBytes, values);
    front.add(index, values, wanted.keptBy(values));
  }

  /** The reaches of one layout, each worked out once. */
  private static final class Known implements Reaches {
    private final Placement placement;
    private final @Nullable Reach[] reaches = new Reach[GroupKind.values().length];

    Known(Placement placement) {
      this.placement = placement;
    }

    @Override
    public Reach reach(GroupKind kind) {
      Reach known = reaches[kind.ordinal()];
      if (known == null) {
        known = placement.reach(kind);
        reaches[kind.ordinal()] = known;
      }
      return known;
    }
  }
}
