package io.busbar.simulate.step;

import java.util.List;

/**
 * What a rank computes in a step.
 *
 * @param units in the order of the forward pass
 * @param bubbleSeconds in which the rank waits for other stages of a pipeline
 * @param contention what communication beside it adds to a second of computation, seconds
 * @param gradientBytes of a parameter's gradient on the wire
 * @param parameterBytes of a parameter when it is gathered
 */
public record StepWork(
    List<Unit> units,
    int microBatches,
    double bubbleSeconds,
    double optimizerSeconds,
    double contention,
    double gradientBytes,
    double parameterBytes) {
  public StepWork {
    units = List.copyOf(units);
    if (units.isEmpty() || microBatches < 1) {
      throw new IllegalArgumentException("a step has a unit and a micro-batch");
    }
  }
}
