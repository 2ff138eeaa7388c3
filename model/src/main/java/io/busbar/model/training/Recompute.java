package io.busbar.model.training;

/** What the backward pass computes again instead of keeping it. */
public enum Recompute {
  NONE,
  /** Scores and softmax of attention (Korthikanti); what fused attention does anyway. */
  SELECTIVE,
  /** Norms and activation functions as well: cheap to compute, large to keep. */
  MODULES,
  /** Every other matrix product as well (torchtitan's per-operation mode). */
  PER_OPERATION,
  /** Every layer from its input. */
  FULL
}
