package io.busbar.model.training;

/** Which weights are trained. */
public enum Trained {
  ALL(1),
  /**
   * Low-rank adapters beside frozen weights (LoRA): no weight gradients of the base model. Adapters
   * of rank 16 on all linear layers hold 0.2 to 0.6 % of the parameters of a 7B to 70B model.
   */
  ADAPTERS(0.005);

  private final double share;

  Trained(double share) {
    this.share = share;
  }

  /** Trained parameters over those of the model. */
  public double share() {
    return share;
  }
}
