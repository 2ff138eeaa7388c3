package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Reach;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Training;

/**
 * Gradients and parameters among replicas: what it takes and what nothing hides. One instance per
 * layout; not thread-safe.
 *
 * <p>Hidden is what fits into a share of the computation that runs beside it (the window); the
 * first and last bucket always show. Sharded optimizer: reduce-scatter behind the last backward
 * pass, all-gather behind the next forward pass, once per step. Sharded parameters: two all-gathers
 * and a reduce-scatter per micro-batch, one layer ahead.
 */
final class DataParallel {
  /** Chunks of a virtual pipeline whose work can hide the collectives of one. */
  private static final int WINDOW_CHUNKS = 4;

  private final Training training;
  private final Links links;
  private final StepConstants constants;
  private final RankBuckets exchanged;
  private final double denseParameters;
  private final double expertParameters;

  /** Exposed once per step. */
  double exposedPerStep;

  /** Exposed with every micro-batch. */
  double exposedPerMicroBatch;

  /** Slow-down of computation, once per step. */
  double contentionPerStep;

  /** Slow-down of computation with every micro-batch. */
  double contentionPerMicroBatch;

  /** All of it over a step. */
  double total;

  /** Bytes that a GPU sends for it over a step. */
  double bytes;

  DataParallel(Training training, Links links, StepConstants constants, RankBuckets exchanged) {
    this.training = training;
    this.links = links;
    this.constants = constants;
    this.exchanged = exchanged;
    this.denseParameters = exchanged.tensors().parameters(false);
    this.expertParameters = exchanged.tensors().parameters(true);
  }

  /**
   * @param layers layers of the rank
   * @param forward seconds of one layer's forward pass
   * @param backward seconds of one layer's backward pass, recomputation included
   */
  void price(int layers, double forward, double backward, Ledger ledger) {
    ReplicaTerms.nothing(ledger);
    Parallelism p = training.parallelism();
    if ((long) p.dp() * p.cp() == 1) {
      return;
    }
    ReplicaTerms reasons = new ReplicaTerms(links, ledger);
    if (p.sharding() == Sharding.PARAMETERS) {
      shardedParameters(layers, forward, backward, reasons);
    } else {
      replicatedParameters(layers, forward, backward, reasons);
    }
  }

  private void shardedParameters(
      int layers, double forward, double backward, ReplicaTerms reasons) {
    Reach shard = links.reach(GroupKind.SHARD);
    Reach experts = links.reach(GroupKind.EXPERT_DP);
    double gather = training.numerics().parameterGatherBytes();
    double reduce = training.numerics().gradientReduceBytes();
    double block = 1.0 / (layers + 1);
    reasons.open();
    double gathers =
        reasons.byLayer(
            "gathers_s",
            reasons.part(
                "layer_gather_s", CollectiveOp.ALL_GATHER, shard, denseParameters * gather * block),
            block,
            reasons.part(
                "expert_gather_s", CollectiveOp.ALL_GATHER, experts, expertParameters * gather));
    double scatters =
        reasons.byLayer(
            "scatters_s",
            reasons.part(
                "layer_scatter_s",
                CollectiveOp.REDUCE_SCATTER,
                shard,
                denseParameters * reduce * block),
            block,
            reasons.part(
                "expert_scatter_s",
                CollectiveOp.REDUCE_SCATTER,
                experts,
                expertParameters * reduce));
    double forwardWork = reasons.put("forward_pass_s", "s", layers * forward);
    double backwardWork = reasons.put("backward_pass_s", "s", layers * backward);
    double hidden = constants.put(reasons.ledger(), "data_window_share");
    double hidableForward = training.overlap().parameters() ? gathers : 0;
    double hidableBackward = hidableForward + (training.overlap().gradients() ? scatters : 0);
    reasons.put("hidable_forward_s", "s", hidableForward);
    reasons.put("hidable_backward_s", "s", hidableBackward);
    reasons.put("rank_layers", "", layers);
    double all = 2 * gathers + scatters;
    exposedPerMicroBatch =
        Math.min(
            all,
            all
                - hidableForward
                - hidableBackward
                + Math.max(0, hidableForward - hidden * forwardWork)
                + Math.max(0, hidableBackward - hidden * backwardWork)
                + (gathers + scatters) / layers);
    contentionPerMicroBatch =
        constants.put(reasons.ledger(), "contention")
            * (Math.min(hidableForward, forwardWork) + Math.min(hidableBackward, backwardWork));
    reasons.closeEach(exposedPerMicroBatch, contentionPerMicroBatch);
    long m = training.microBatches();
    double replicas = 0;
    Reach replica = links.reach(GroupKind.REPLICA);
    if (replica.ranks() > 1) {
      double part = denseParameters * reduce / shard.ranks();
      replicas = once(CollectiveOp.ALL_REDUCE, replica, part);
      exposedPerStep = Math.max(0, replicas - hidden * backwardWork);
      reasons.closeReplicas(replica, part, hidden, backwardWork, exposedPerStep);
      bytes += sent(replica.ranks(), 2 * part);
    }
    total = (2 * gathers + scatters) * m + replicas;
    bytes +=
        m
            * (sent(shard.ranks(), denseParameters * (2 * gather + reduce))
                + sent(experts.ranks(), expertParameters * (2 * gather + reduce)));
  }

  private void replicatedParameters(
      int layers, double forward, double backward, ReplicaTerms reasons) {
    Parallelism p = training.parallelism();
    double reduce = training.numerics().gradientReduceBytes();
    double gather = training.numerics().parameterGatherBytes();
    Reach shard = links.reach(GroupKind.SHARD);
    Reach replica = links.reach(GroupKind.REPLICA);
    Reach experts = links.reach(GroupKind.EXPERT_DP);
    RankTensors.Buckets dense = exchanged.dense();
    RankTensors.Buckets own = exchanged.experts();
    double scatters;
    double gathers = 0;
    reasons.open();
    if (p.sharding() == Sharding.NONE) {
      scatters =
          reasons.inBuckets("dense_sums_s", CollectiveOp.ALL_REDUCE, shard, dense, reduce)
              + reasons.inBuckets("expert_sums_s", CollectiveOp.ALL_REDUCE, experts, own, reduce);
      bytes =
          sent(shard.ranks(), 2 * denseParameters * reduce)
              + sent(experts.ranks(), 2 * expertParameters * reduce);
    } else {
      // A shard group smaller than the replicas (ZeRO inside a node) reduces among its replicas
      // too.
      scatters =
          reasons.inBuckets("dense_scatters_s", CollectiveOp.REDUCE_SCATTER, shard, dense, reduce)
              + reasons.inBuckets(
                  "replica_sums_s", CollectiveOp.ALL_REDUCE, replica, dense, reduce / shard.ranks())
              + reasons.inBuckets(
                  "expert_scatters_s", CollectiveOp.REDUCE_SCATTER, experts, own, reduce);
      reasons.sum("scatters_s", scatters);
      gathers =
          reasons.inBuckets("dense_gathers_s", CollectiveOp.ALL_GATHER, shard, dense, gather)
              + reasons.inBuckets(
                  "expert_gathers_s", CollectiveOp.ALL_GATHER, experts, own, gather);
      bytes =
          sent(shard.ranks(), denseParameters * (reduce + gather))
              + sent(replica.ranks(), 2 * denseParameters * reduce / shard.ranks())
              + sent(experts.ranks(), expertParameters * (reduce + gather));
    }
    if (p.sharding() == Sharding.NONE) {
      reasons.sum("scatters_s", scatters);
    }
    reasons.sum("gathers_s", gathers);
    total = scatters + gathers;
    hide(scatters, gathers, window(layers), forward, backward, reasons);
  }

  /** Layers whose work can hide the collectives: with a virtual pipeline those of a few chunks. */
  private double window(int layers) {
    Parallelism p = training.parallelism();
    return p.pp() == 1
        ? layers
        : (double) layers / p.virtualStages() * Math.min(p.virtualStages(), WINDOW_CHUNKS);
  }

  private void hide(
      double scatters,
      double gathers,
      double window,
      double forward,
      double backward,
      ReplicaTerms reasons) {
    double hidden = constants.put(reasons.ledger(), "data_window_share");
    reasons.put("window_layers", "", window);
    reasons.put("forward_layer_s", "s", training.overlap().parameters() ? forward : 0);
    reasons.put("backward_layer_s", "s", training.overlap().gradients() ? backward : 0);
    double behindBackward = training.overlap().gradients() ? hidden * backward * window : 0;
    double behindForward = training.overlap().parameters() ? hidden * forward * window : 0;
    double ends = behindBackward > 0 ? (scatters + gathers) / Math.max(1, window) : 0;
    exposedPerStep =
        Math.max(0, scatters - behindBackward) + Math.max(0, gathers - behindForward) + ends;
    exposedPerStep = Math.min(exposedPerStep, scatters + gathers);
    // Only what is really hidden runs beside computation and slows it.
    contentionPerStep =
        constants.put(reasons.ledger(), "contention") * (scatters + gathers - exposedPerStep);
    reasons.close(behindBackward > 0, exposedPerStep, contentionPerStep);
  }

  private double once(CollectiveOp op, Reach reach, double bytes) {
    return links.curve(op, reach).seconds(bytes, Ledger.OFF);
  }

  private static double sent(int ranks, double bytes) {
    return (ranks - 1.0) / ranks * bytes;
  }
}
