package io.busbar.plan.memory;

/** What device memory is used for at the moment of the peak. */
public enum MemoryPart {
  WEIGHTS("weights"),
  GRADIENTS("gradients"),
  OPTIMIZER("optimizer states"),
  BUCKETS("reduction buckets"),
  GATHERED("gathered parameters"),
  ACTIVATIONS("activations kept for the backward pass"),
  LOSS("logits and loss"),
  BACKWARD("work space of the backward pass"),
  CONTEXT_EXCHANGE("keys and values in exchange"),
  EXPERT_EXCHANGE("tokens on their way to experts"),
  OPTIMIZER_STEP("work space of the optimizer step"),
  RESERVE("allocator reserve and fragmentation"),
  CONTEXT("CUDA context and kernels"),
  COMMUNICATORS("communication buffers");

  private final String label;

  MemoryPart(String label) {
    this.label = label;
  }

  /** In plain words. */
  public String label() {
    return label;
  }
}
