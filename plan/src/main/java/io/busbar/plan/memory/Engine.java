package io.busbar.plan.memory;

import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;

/** Who keeps weights, gradients and optimizer states, and in what shape. */
enum Engine {
  /** Every replica holds everything. */
  REPLICATED,
  /** Megatron's distributed optimizer: optimizer states are sharded. */
  DISTRIBUTED_OPTIMIZER,
  /** DeepSpeed's ZeRO-1: the same with flat buckets and a copy of 16-bit gradients. */
  ZERO_1,
  /** ZeRO-2: gradients are sharded too. */
  ZERO_2,
  /** FSDP and ZeRO-3: only shards are kept, layers are gathered when they compute. */
  FSDP;

  static Engine of(Training t) {
    return switch (t.parallelism().sharding()) {
      case NONE -> REPLICATED;
      case OPTIMIZER ->
          t.software().stack() == Stack.MEGATRON_2021 ? ZERO_1 : DISTRIBUTED_OPTIMIZER;
      case GRADIENTS -> ZERO_2;
      case PARAMETERS -> FSDP;
    };
  }

  /** Whether gradients come and go within a step rather than in one buffer made at the start. */
  boolean allocatesGradients() {
    return this == REPLICATED || this == ZERO_1;
  }
}
