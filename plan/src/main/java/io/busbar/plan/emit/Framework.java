package io.busbar.plan.emit;

import io.busbar.formats.shape.Names;

/** A training framework, or a simulator, that a plan can be written for. */
public enum Framework {
  TORCH_DDP,
  TORCH_FSDP2,
  MEGATRON,
  DEEPSPEED,
  SIMAI,
  CALCULON_APPLICATION,
  CALCULON_EXECUTION,
  CALCULON_SYSTEM;

  /** As written on the command line: {@code torch-ddp}. */
  public String cliName() {
    return Names.of(this);
  }
}
