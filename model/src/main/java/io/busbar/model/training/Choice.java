package io.busbar.model.training;

/** What a set-up may leave to whoever completes it, to be fast or to fit in memory. */
public enum Choice {
  RECOMPUTE,
  FUSED_LOSS,
  GRADIENTS,
  OPTIMIZER,
  SHARDING,
  EXPERT_OVERLAP
}
