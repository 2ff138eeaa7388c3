package io.busbar.model.training;

/** What a set-up may leave to whoever completes it so that it fits in memory. */
public enum Choice {
  RECOMPUTE,
  FUSED_LOSS,
  GRADIENTS,
  OPTIMIZER,
  SHARDING
}
