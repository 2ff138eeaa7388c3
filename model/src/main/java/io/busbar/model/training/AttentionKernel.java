package io.busbar.model.training;

/** How attention is computed. */
public enum AttentionKernel {
  /** Scores are written to device memory. */
  UNFUSED,
  /** FlashAttention 2 and kernels of its speed: scores stay on chip. */
  FLASH_2,
  /** FlashAttention 3, cuDNN on Hopper and later: asynchronous, warp-specialised. */
  FLASH_3
}
