package io.busbar.model.training;

/**
 * A complete training set-up.
 *
 * @param parallelism how the model and data are split
 * @param batch how much is computed per step
 * @param numerics number formats
 * @param recompute what is recomputed in the backward pass
 * @param recomputeShare part of the layers that recompute it, 0 to 1
 * @param trained which weights are trained
 * @param overlap what is hidden behind computation
 * @param software what the training stack can do
 * @param offload what lives in host memory
 */
public record Training(
    Parallelism parallelism,
    Batch batch,
    Numerics numerics,
    Recompute recompute,
    double recomputeShare,
    Trained trained,
    Overlap overlap,
    Software software,
    Offload offload) {

  /** Nothing in host memory. */
  public Training(
      Parallelism parallelism,
      Batch batch,
      Numerics numerics,
      Recompute recompute,
      double recomputeShare,
      Trained trained,
      Overlap overlap,
      Software software) {
    this(
        parallelism,
        batch,
        numerics,
        recompute,
        recomputeShare,
        trained,
        overlap,
        software,
        Offload.NONE);
  }

  /** All weights trained, every layer recomputing. */
  public Training(
      Parallelism parallelism,
      Batch batch,
      Numerics numerics,
      Recompute recompute,
      Overlap overlap,
      Software software) {
    this(parallelism, batch, numerics, recompute, 1, Trained.ALL, overlap, software);
  }

  /** Micro-batches per replica and step: globalBatch / (microBatch·dp). */
  public long microBatches() {
    return batch.globalBatch() / ((long) batch.microBatch() * parallelism.dp());
  }

  /** Tokens per step. */
  public long tokens() {
    return batch.globalBatch() * batch.sequence();
  }

  /** The same with another layout. */
  public Training with(Parallelism other) {
    return new Training(
        other, batch, numerics, recompute, recomputeShare, trained, overlap, software, offload);
  }

  /** The same with another batch. */
  public Training with(Batch other) {
    return new Training(
        parallelism,
        other,
        numerics,
        recompute,
        recomputeShare,
        trained,
        overlap,
        software,
        offload);
  }

  /** The same with other number formats. */
  public Training with(Numerics other) {
    return new Training(
        parallelism, batch, other, recompute, recomputeShare, trained, overlap, software, offload);
  }

  /** The same with other overlap. */
  public Training with(Overlap other) {
    return new Training(
        parallelism, batch, numerics, recompute, recomputeShare, trained, other, software, offload);
  }

  /** The same with another recompute mode on a share of the layers. */
  public Training with(Recompute mode, double share) {
    return new Training(
        parallelism, batch, numerics, mode, share, trained, overlap, software, offload);
  }

  /** The same with other weights trained. */
  public Training with(Trained weights) {
    return new Training(
        parallelism,
        batch,
        numerics,
        recompute,
        recomputeShare,
        weights,
        overlap,
        software,
        offload);
  }

  /** The same with other abilities of the software. */
  public Training with(Software other) {
    return new Training(
        parallelism, batch, numerics, recompute, recomputeShare, trained, overlap, other, offload);
  }

  /** The same with something else in host memory. */
  public Training with(Offload other) {
    return new Training(
        parallelism, batch, numerics, recompute, recomputeShare, trained, overlap, software, other);
  }
}
