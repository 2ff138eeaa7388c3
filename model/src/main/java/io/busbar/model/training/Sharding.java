package io.busbar.model.training;

/** What data-parallel ranks share instead of each holding all of it. */
public enum Sharding {
  /** Nothing: gradients are all-reduced (DDP). */
  NONE,
  /** Optimizer states (ZeRO-1, Megatron's distributed optimizer). */
  OPTIMIZER,
  /** Optimizer states and gradients (ZeRO-2). */
  GRADIENTS,
  /** Optimizer states, gradients and parameters (FSDP, ZeRO-3); HSDP with a shard group. */
  PARAMETERS
}
