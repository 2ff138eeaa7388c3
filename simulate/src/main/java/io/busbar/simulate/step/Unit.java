package io.busbar.simulate.step;

import java.util.List;

/**
 * A part of the model that computes as one, such as a layer.
 *
 * @param forwardSeconds of one micro-batch
 * @param backwardSeconds of one micro-batch, recomputation included
 * @param tensors its parameters on a rank, in the order of registration
 */
public record Unit(
    String name, double forwardSeconds, double backwardSeconds, List<Tensor> tensors) {
  public Unit {
    tensors = List.copyOf(tensors);
    if (!(forwardSeconds >= 0 && backwardSeconds >= 0)) {
      throw new IllegalArgumentException(name + " takes no negative time");
    }
  }

  /**
   * Parameters whose gradients are ready at the same time.
   *
   * @param expert whether they belong to experts, which have communicators of their own
   */
  public record Tensor(double parameters, boolean expert) {}

  double parameters(boolean expert) {
    return tensors.stream()
        .filter(tensor -> tensor.expert() == expert)
        .mapToDouble(Tensor::parameters)
        .sum();
  }
}
