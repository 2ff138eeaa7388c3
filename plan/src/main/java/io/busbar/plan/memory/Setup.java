package io.busbar.plan.memory;

import io.busbar.model.hardware.Generation;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Trained;
import io.busbar.model.training.Training;

/**
 * What follows from a training set-up alone, before any model is known: divisors and bytes per
 * element. Stateless; primitives only, since a search asks for them a million times.
 */
final class Setup {
  /** Width of master weights, and of gradients that are kept beside them. */
  static final double MASTER_BYTES = 4;

  private static final double HALF_BYTES = 2;

  private Setup() {}

  /** Width of the weights that FSDP shards: masters, or 16 bits when they are frozen. */
  static double heldWeightBytes(Training t) {
    return t.trained() == Trained.ALL ? MASTER_BYTES : HALF_BYTES;
  }

  /** Tokens of a micro-batch on a rank: s·b/c. */
  static double tokens(Training t) {
    return (double) t.batch().sequence() * t.batch().microBatch() / t.parallelism().cp();
  }

  /** Ranks that split what lies along the sequence. */
  static int sequenceSplit(Parallelism p) {
    return p.sequenceParallel() ? p.tp() : 1;
  }

  /** Ranks that share states, 1 when nothing is sharded. */
  static double shardRanks(Parallelism p) {
    return switch (p.sharding()) {
      case NONE -> 1;
      default -> {
        double ranks = (double) p.dp() * p.cp();
        yield p.shardGroup() == 0 ? ranks : Math.min(p.shardGroup(), ranks);
      }
    };
  }

  /** The same for experts, whose replicas are {@code t·c·d/(e·etp)}. Source: Megatron-Core MoE. */
  static double expertShardRanks(Parallelism p) {
    return switch (p.sharding()) {
      case NONE -> 1;
      default -> {
        double stageRanks = (double) p.tp() * p.cp() * p.dp();
        double ranks = Math.max(1, stageRanks / ((double) p.ep() * p.etp()));
        yield p.shardGroup() == 0 ? ranks : Math.min(p.shardGroup(), ranks);
      }
    };
  }

  /** Communicators of more than one rank: world, one per axis, embedding or model group. */
  static int communicators(Parallelism p) {
    return 1
        + one(p.tp() > 1)
        + one(p.dp() * p.cp() > 1)
        + one(p.pp() > 1)
        + one(p.cp() > 1)
        + one(p.ep() > 1)
        + one(p.tp() > 1 && p.pp() > 1);
  }

  private static int one(boolean counts) {
    return counts ? 1 : 0;
  }

  /** Bytes of an activation: 2, or 4 when everything is FP32. */
  static double activationBytes(Training t) {
    return t.numerics().compute() == Precision.FP32 ? MASTER_BYTES : HALF_BYTES;
  }

  /**
   * Bytes of a linear layer's input kept for its weight gradient. Transformer Engine keeps the
   * quantised input (1 byte, scales not counted); Torch's float8 keeps the 16-bit one.
   */
  static double linearInputBytes(Training t) {
    return isTransformerEngine(t) && t.numerics().compute().bytes() <= 1 ? 1 : activationBytes(t);
  }

  /** Whether the input of the output projection is a tensor beside the result of attention. */
  static double projectionCopyBytes(Training t) {
    double input = linearInputBytes(t);
    return input < activationBytes(t) ? input : 0;
  }

  private static boolean isTransformerEngine(Training t) {
    return t.software().stack() == Stack.MEGATRON_CORE;
  }

  /**
   * Bytes per element of an expert's result, kept for the gradient of its router weight. Fused
   * kernels weigh before the last product, whose result then need not stay. Source: Megatron-Core,
   * grouped experts with weighted activation (from memory).
   */
  static double combinedBytes(Training t) {
    return t.software().fusedExperts() ? 0 : activationBytes(t);
  }

  /** Bytes per element of dropout masks; GPT recipes up to 2022 train with dropout. */
  static double maskBytes(Training t) {
    return t.software().stack() == Stack.MEGATRON_2021 ? 1 : 0;
  }

  /**
   * Bytes kept per score of attention: the softmax, with dropout also its mask and what is left of
   * it (5 in 16 bits). Nothing with fused attention, or when the mode recomputes attention. Source:
   * Korthikanti et al. 2022, section 4.1.
   */
  static double scoreBytes(Training t, Recompute mode) {
    if (t.software().attention() != AttentionKernel.UNFUSED || mode != Recompute.NONE) {
      return 0;
    }
    double softmax = activationBytes(t);
    double mask = maskBytes(t);
    return softmax + mask * (1 + softmax);
  }

  /**
   * Bytes per parameter of the weights that compute. FP8 on Hopper and the MX formats hold a second
   * copy for the transposed product; tensor-scaled formats on Blackwell need one.
   */
  static double weightBytes(Training t, Generation generation) {
    Precision compute = t.numerics().compute();
    boolean oneCopy =
        compute == Precision.NVFP4
            || compute == Precision.FP8 && generation == Generation.BLACKWELL;
    return oneCopy && isTransformerEngine(t) ? 1 : activationBytes(t);
  }

  /** Bytes per gradient that stay until the optimizer step, on the ranks that hold them. */
  static double gradientBytes(Training t) {
    double accumulated = t.numerics().gradientBytes();
    return switch (Engine.of(t)) {
      case REPLICATED, DISTRIBUTED_OPTIMIZER, ZERO_2 -> accumulated;
      // The backward pass writes 16-bit gradients; a wider sum is kept beside them.
      case ZERO_1 ->
          accumulated > activationBytes(t) ? accumulated + activationBytes(t) : accumulated;
      case FSDP -> MASTER_BYTES;
    };
  }

  /** Bytes per parameter of the master copy, part of the optimizer's bytes. */
  static double masterBytes(Training t) {
    return t.numerics().compute() == Precision.FP32 ? 0 : MASTER_BYTES;
  }

  /** FP32 copy of 16-bit gradients, made for the optimizer step when activations are free. */
  static double gradientCopyBytes(Training t) {
    Numerics n = t.numerics();
    return n.compute() == Precision.FP16 && n.gradientBytes() < MASTER_BYTES ? MASTER_BYTES : 0;
  }

  /** {@link #ownedOptimizerBytes} on the GPU: nothing when they live on the host. */
  static double optimizerBytes(Training t) {
    return t.offload().optimizer() ? 0 : ownedOptimizerBytes(t);
  }

  /** Bytes per parameter that the optimizer keeps through the step; FSDP's shard is the master. */
  static double ownedOptimizerBytes(Training t) {
    double kept = t.numerics().optimizerBytes() - gradientCopyBytes(t);
    return Engine.of(t) == Engine.FSDP ? kept - masterBytes(t) : kept;
  }

  /** Bytes per element of a layer that FSDP has gathered. */
  static double gatheredBytes(Training t) {
    return Math.min(activationBytes(t), t.numerics().parameterGatherBytes());
  }

  /**
   * Bytes per logit at the peak of the loss. Fused: one copy, its gradient in place. Otherwise the
   * logits, their FP32 copy, its log-softmax and a gradient: 2 + 4 + 4 + 4.
   */
  static double logitBytes(Training t) {
    if (t.software().fusedLoss()) {
      return MASTER_BYTES;
    }
    double logits = activationBytes(t);
    return logits + (logits < MASTER_BYTES ? MASTER_BYTES : 0) + 2 * MASTER_BYTES;
  }
}
