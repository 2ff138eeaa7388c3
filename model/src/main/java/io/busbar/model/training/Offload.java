package io.busbar.model.training;

/** What lives in host memory instead of the GPU's. */
public enum Offload {
  NONE,
  /** Master weights and moments, updated by the host's processor. */
  OPTIMIZER,
  /** What layers keep for their backward pass, copied out and back. */
  ACTIVATIONS,
  ALL;

  /** Whether optimizer states live on the host. */
  public boolean optimizer() {
    return this == OPTIMIZER || this == ALL;
  }

  /** Whether activations live on the host. */
  public boolean activations() {
    return this == ACTIVATIONS || this == ALL;
  }
}
