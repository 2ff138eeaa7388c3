package io.busbar.model.training;

import io.busbar.base.report.Severity;
import io.busbar.model.training.LayoutSink.Breach;
import io.busbar.model.training.LayoutSink.Remark;
import java.util.function.Supplier;

/**
 * What a layout must keep to so that training stacks can run it: used to check what a user wrote
 * and to prune what a search proposes. Immutable, thread-safe; made once per model and batch.
 */
public final class LayoutRules {
  private final ModelLimits model;
  private final int sequence;
  private final long globalBatch;

  /**
   * @param sequence tokens per sequence
   * @param globalBatch sequences per step; 0 when not known, then rules on it are left out
   */
  public LayoutRules(ModelLimits model, int sequence, long globalBatch) {
    this.model = model;
    this.sequence = sequence;
    this.globalBatch = globalBatch;
  }

  /** Whether no rule is broken. */
  public boolean holds(Parallelism p, int microBatch) {
    Verdict verdict = new Verdict();
    check(p, microBatch, verdict);
    return !verdict.broken;
  }

  /**
   * Tells everything that is wrong or worth knowing.
   *
   * @param p a layout; dp 0 when it is not known, then rules on it are left out
   * @param microBatch sequences that pass through a stage at once; 0 when not known
   */
  public void check(Parallelism p, int microBatch, LayoutSink sink) {
    boolean tensorFits = TensorRules.check(model, p, sink);
    ExpertRules.check(model, p, sink);
    checkSequence(p, tensorFits && p.sequenceParallel() ? p.tp() : 1, sink);
    checkSharding(p, sink);
    PipelineRules.check(model, p, sink);
    if (globalBatch > 0 && microBatch > 0 && p.dp() > 0) {
      checkBatch(p, microBatch, sink);
    }
  }

  private void checkSequence(Parallelism p, int tp, LayoutSink sink) {
    long parts = (long) tp * p.cp();
    if (sequence % parts != 0) {
      String cause = tp == 1 ? "cp " + p.cp() : "tp " + tp + " x cp " + p.cp();
      sink.error(() ->
          new Breach(
              "batch.sequence",
              Integer.toString(sequence),
              "a multiple of " + parts + " (" + cause + "), which split the sequence",
              Divisors.nearestMultiples(parts, sequence)));
    } else if (p.cp() > 1
        && p.contextKind() != ContextParallel.ALL_TO_ALL
        && sequence % (2 * p.cp()) != 0) {
      sink.remark(() ->
          new Remark(
              "context-unbalanced",
              Severity.WARNING,
              "batch.sequence",
              "sequence " + sequence + " is not a multiple of 2 x cp " + p.cp(),
              "causal attention is balanced over cp ranks by giving each two chunks of the"
                  + " sequence, one early and one late",
              "choose a sequence that is a multiple of " + 2 * p.cp()));
    }
    if (model.maxSequence > 0 && sequence > model.maxSequence) {
      sink.remark(() ->
          new Remark(
              "sequence-over-positions",
              Severity.WARNING,
              "batch.sequence",
              "sequence "
                  + sequence
                  + " is over the "
                  + model.maxSequence
                  + " positions that"
                  + " the model was made for",
              "the cost is right, but the model needs its position encoding extended first",
              "check that the sequence is meant"));
    }
  }

  private void checkSharding(Parallelism p, LayoutSink sink) {
    if (p.shardGroup() == 0) {
      return;
    }
    if (p.sharding() == Sharding.NONE) {
      sink.error(() ->
          new Breach(
              "parallelism.shard_group",
              Integer.toString(p.shardGroup()),
              "sharding optimizer, gradients or parameters beside it",
              "with sharding none there is nothing to shard: leave shard_group out"));
    }
    long ranks = (long) p.dp() * p.cp();
    if (ranks % p.shardGroup() != 0) {
      sink.error(() ->
          new Breach(
              "parallelism.shard_group",
              Integer.toString(p.shardGroup()),
              "a divisor of the "
                  + ranks
                  + " ranks that can share (dp "
                  + p.dp()
                  + " x cp "
                  + p.cp()
                  + ")",
              Divisors.nearest(ranks, p.shardGroup())));
    }
  }

  private void checkBatch(Parallelism p, int microBatch, LayoutSink sink) {
    long step = (long) microBatch * p.dp();
    if (globalBatch % step != 0) {
      sink.error(() ->
          new Breach(
              "batch.global_batch",
              globalBatch + " sequences",
              "a multiple of " + step + " (micro_batch " + microBatch + " x dp " + p.dp() + ")",
              Divisors.nearestMultiples(step, globalBatch)));
      return;
    }
    PipelineRules.checkMicroBatches(p, globalBatch / step, step, sink);
  }

  private static final class Verdict implements LayoutSink {
    private boolean broken;

    @Override
    public void error(Supplier<Breach> why) {
      broken = true;
    }

    @Override
    public void remark(Supplier<Remark> what) {
      // A remark does not forbid a layout.
    }
  }
}
