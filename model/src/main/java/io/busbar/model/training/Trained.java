package io.busbar.model.training;

/** Which weights are trained. */
public enum Trained {
  ALL,
  /** Low-rank adapters beside frozen weights (LoRA): no weight gradients of the base model. */
  ADAPTERS
}
