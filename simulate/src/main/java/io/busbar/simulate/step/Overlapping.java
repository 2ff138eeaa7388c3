package io.busbar.simulate.step;

import io.busbar.model.training.BucketRule;

/**
 * What replicas exchange in a step, and when.
 *
 * @param gradients whether gradients travel while the backward pass goes on
 * @param parameters whether parameters are gathered while the forward pass goes on
 * @param backwardPrefetch whether sharded parameters are gathered one unit ahead in the backward
 *     pass
 * @param buckets when a bucket goes; sharded parameters go by units
 * @param noSync whether gradients travel once per step, not with each micro-batch
 */
public record Overlapping(
    Exchange exchange,
    boolean gradients,
    boolean parameters,
    boolean backwardPrefetch,
    BucketRule buckets,
    boolean noSync) {

  /** What replicas share. */
  public enum Exchange {
    /** Gradients are all-reduced (DDP). */
    ALL_REDUCE,
    /** Gradients are reduce-scattered, parameters gathered once (ZeRO-1 and 2). */
    SHARDED_OPTIMIZER,
    /** Parameters are gathered for each pass, gradients reduce-scattered (FSDP, ZeRO-3). */
    SHARDED_PARAMETERS
  }
}
