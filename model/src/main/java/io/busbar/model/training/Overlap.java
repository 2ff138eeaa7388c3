package io.busbar.model.training;

/**
 * What the training stack hides behind computation.
 *
 * @param gradients reduction of gradients behind the backward pass
 * @param parameters gathering of parameters behind the forward pass
 * @param tensor tensor-parallel collectives behind the matrix products
 * @param pipeline sends and receives between stages
 * @param experts expert all-to-all behind other micro-batches
 * @param bucketBytes gradients that travel together; 0 for one layer at a time (FSDP)
 */
public record Overlap(
    boolean gradients,
    boolean parameters,
    boolean tensor,
    boolean pipeline,
    boolean experts,
    long bucketBytes) {

  /** The same with the expert exchange hidden or not. */
  public Overlap withExperts(boolean hidden) {
    return new Overlap(gradients, parameters, tensor, pipeline, hidden, bucketBytes);
  }
}
