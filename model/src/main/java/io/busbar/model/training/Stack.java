package io.busbar.model.training;

/** Families of training software that compute alike. */
public enum Stack {
  /** Megatron-LM and Megatron-DeepSpeed of 2020 to 2022: eager kernels, nothing overlapped. */
  MEGATRON_2021,
  /** Megatron Core with Transformer Engine, NeMo, and comparable stacks: fused, overlapped. */
  MEGATRON_CORE,
  /** PyTorch FSDP, eager. */
  FSDP,
  /** PyTorch FSDP2 with torch.compile. */
  FSDP_COMPILED,
  /** XLA: MaxText, PaxML. */
  XLA
}
