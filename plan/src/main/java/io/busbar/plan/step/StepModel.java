package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reaches;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;
import io.busbar.plan.memory.MemoryModel;

/**
 * Time of one training step of a model on a cluster, for any set-up: {@code (A + c·m)·straggler}.
 * Made once per model and cluster; an evaluation costs some microseconds and no I/O. Thread-safe.
 *
 * <p>{@code c} is the slowest stage's work on one micro-batch with what it cannot hide; {@code A}
 * is the pipeline's idle time, data-parallel communication that shows, and the optimizer.
 */
public final class StepModel {
  private final ModelSpec model;
  private final Cluster cluster;
  private final StepConstants constants;
  private final TimeModel times;
  private final GpuRates[][] rates;
  private final HostTraffic host;
  private final RankBuckets.Known buckets = new RankBuckets.Known();

  public StepModel(ModelSpec model, Cluster cluster, TimeModels times) {
    this(model, cluster, StepConstants.standard(), times);
  }

  /**
   * @param constants what holds where the cluster has none of its own
   * @param times how long collectives take
   */
  public StepModel(ModelSpec model, Cluster cluster, StepConstants constants, TimeModels times) {
    this.model = model;
    this.cluster = cluster;
    StepConstants own = constants.on(cluster);
    this.constants = own;
    this.times = times.of(cluster);
    Gpu gpu = cluster.node().gpu();
    this.host = new HostTraffic(new MemoryModel(model, gpu), cluster);
    this.rates = new GpuRates[Precision.values().length][AttentionKernel.values().length];
    for (Precision precision : Precision.values()) {
      for (AttentionKernel kernel : AttentionKernel.values()) {
        rates[precision.ordinal()][kernel.ordinal()] = new GpuRates(gpu, precision, kernel, own);
      }
    }
  }

  /** Idle time of a schedule relative to plain 1F1B with one chunk per rank. */
  public static double bubbleFactor(Parallelism p, long microBatches) {
    return Stages.bubbleFactor(p, microBatches, Ledger.OFF);
  }

  /**
   * Evaluates a set-up whose rank g sits on GPU g.
   *
   * @param ledger takes the reasons; {@link Ledger#OFF} in searches
   * @throws IllegalArgumentException when the layout does not fit the cluster's size
   */
  public StepCost evaluate(Training training, Ledger ledger) {
    return evaluate(training, new Placement(cluster, training.parallelism()), ledger);
  }

  /**
   * Evaluates a set-up whose ranks sit elsewhere.
   *
   * @param reaches how far its communicators reach
   * @param ledger takes the reasons; {@link Ledger#OFF} in searches
   */
  public StepCost evaluate(Training training, Reaches reaches, Ledger ledger) {
    int precision = training.numerics().compute().ordinal();
    int kernel = training.software().attention().ordinal();
    GpuRates own = rates[precision][kernel];
    Links links = new Links(reaches, times, constants);
    RankBuckets exchanged = buckets.of(model, training);
    return new StepEvaluation(model, links, constants, exchanged, own, host, training, ledger)
        .run();
  }
}
