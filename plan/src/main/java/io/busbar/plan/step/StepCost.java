package io.busbar.plan.step;

/**
 * Time of a step and where it goes; all in seconds of one step. The parts from {@code compute} to
 * {@code straggler} add up to {@code step}, and step = fixed + perMicroBatch·microBatches.
 *
 * @param step the whole step
 * @param fixed A of the affine form A + c·m
 * @param perMicroBatch c of the affine form, of the slowest stage
 * @param microBatches m
 * @param compute matrix products, attention and memory traffic of the slowest stage
 * @param recompute forward passes that the backward pass repeats
 * @param host time in which the GPU waits for kernel launches, synchronisation and copies to host
 *     memory
 * @param bubble idle time of the pipeline
 * @param optimizer update of the weights
 * @param contention slow-down of computation by communication that overlaps it
 * @param straggler waiting for the slowest rank
 * @param tensor tensor-parallel communication
 * @param context context-parallel communication
 * @param expert expert all-to-all
 * @param pipeline sends and receives between stages
 * @param data gradients and parameters among replicas
 */
public record StepCost(
    double step,
    double fixed,
    double perMicroBatch,
    long microBatches,
    double compute,
    double recompute,
    double host,
    double bubble,
    double optimizer,
    double contention,
    double straggler,
    Traffic tensor,
    Traffic context,
    Traffic expert,
    Traffic pipeline,
    Traffic data) {

  /**
   * Communication of one dimension over a step, seconds and bytes per GPU.
   *
   * @param exposed what the step waits for
   * @param total exposed and hidden together
   * @param bytes sent by a GPU
   */
  public record Traffic(double exposed, double total, double bytes) {
    static final Traffic NONE = new Traffic(0, 0, 0);
  }

  /** Communication that the step waits for, all dimensions. */
  public double exposedCommunication() {
    return tensor.exposed + context.exposed + expert.exposed + pipeline.exposed + data.exposed;
  }
}
