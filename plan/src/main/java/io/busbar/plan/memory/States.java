package io.busbar.plan.memory;

import static io.busbar.plan.memory.MemoryTerms.*;

import io.busbar.base.explain.Ledger;
import io.busbar.model.hardware.Generation;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Training;

/**
 * Bytes of weights, gradients, optimizer states and what the engine that keeps them adds, for P
 * parameters on a rank and S whose shared states it keeps. Stateless.
 */
final class States {
  private States() {}

  /** {@code w·P}; FSDP keeps only its shard of the master weights, {@code 4·S}. */
  static double weights(
      Training t, Generation generation, double onRank, double shard, Ledger ledger) {
    if (Engine.of(t) == Engine.FSDP) {
      return ledger.put(WEIGHT_SHARD, ledger.put(MASTER_WIDTH, Setup.heldWeightBytes(t)) * shard);
    }
    double width = ledger.put(WEIGHT_WIDTH, Setup.weightBytes(t, generation));
    return ledger.put(WEIGHTS, width * onRank);
  }

  /** {@code g·P}, or {@code g·S} when gradients are sharded; g as {@link Setup#gradientBytes}. */
  static double gradients(Training t, double onRank, double shard, Ledger ledger) {
    double width = ledger.put(GRADIENT_WIDTH, Setup.gradientBytes(t) * t.trained().share());
    return switch (Engine.of(t)) {
      case REPLICATED, DISTRIBUTED_OPTIMIZER, ZERO_1 -> ledger.put(GRADIENTS, width * onRank);
      case ZERO_2, FSDP -> ledger.put(GRADIENT_SHARD, width * shard);
    };
  }

  /** {@code o·S}: master copy and moments; o as {@link Setup#optimizerBytes}. */
  static double optimizer(Training t, double shard, Ledger ledger) {
    double width = ledger.put(OPTIMIZER_WIDTH, Setup.optimizerBytes(t) * t.trained().share());
    return ledger.put(OPTIMIZER, width * shard);
  }

  /**
   * DeepSpeed's ZeRO-1: {@code 2·min(5e8, P)·g + 4·(largest tensor)}, one bucket to reduce and one
   * to gather, and the FP32 cast of a gradient. Only where there is something to reduce.
   */
  static double buckets(Training t, double onRank, Content content, int stage, Ledger ledger) {
    if (Engine.of(t) != Engine.ZERO_1 || Setup.shardRanks(t.parallelism()) <= 1) {
      return ledger.put(NO_BUCKETS, 0);
    }
    double elements = MemoryConstant.BUCKET_ELEMENTS.put(ledger);
    double width = ledger.put(BUCKET_WIDTH, t.numerics().gradientBytes());
    double master = ledger.put(MASTER_WIDTH, Setup.MASTER_BYTES);
    double largestTensor =
        derived(ledger, LARGEST_TENSOR, content.largestTensor(t.parallelism(), stage));
    return ledger.put(BUCKETS, 2 * Math.min(elements, onRank) * width + master * largestTensor);
  }

  /**
   * What is gathered through the step. FSDP without stages: embedding and output. FSDP with stages:
   * the stage's weights, and its gradients until the last micro-batch reduces them. ZeRO-2: the
   * gradients of one layer.
   */
  static double gathered(
      Training t, double onRank, double largestLayer, Content content, int stage, Ledger ledger) {
    Parallelism p = t.parallelism();
    return switch (Engine.of(t)) {
      case REPLICATED, DISTRIBUTED_OPTIMIZER, ZERO_1 -> ledger.put(NOT_GATHERED, 0);
      case ZERO_2 -> ledger.put(LAYER_GRADIENT, Setup.gradientBytes(t) * largestLayer);
      case FSDP -> {
        if (p.pp() == 1) {
          double root = derived(ledger, ROOT, content.root(p, stage));
          yield ledger.put(ROOT_GATHERED, Setup.activationBytes(t) * root);
        }
        double width = ledger.put(GATHERED_WIDTH, Setup.gatheredBytes(t));
        yield ledger.put(STAGE_GATHERED, (width + Setup.gradientBytes(t)) * onRank);
      }
    };
  }

  /** FSDP without stages gathers layers as they compute: two of them, and one's gradient. */
  static double gatheredLayers(Training t, double largestLayer, Ledger ledger) {
    Parallelism p = t.parallelism();
    if (Engine.of(t) != Engine.FSDP || p.pp() > 1) {
      return ledger.put(NO_BLOCKS, 0);
    }
    double width = ledger.put(GATHERED_WIDTH, Setup.gatheredBytes(t));
    return ledger.put(BLOCKS, (2 * width + Setup.activationBytes(t)) * largestLayer);
  }
}
