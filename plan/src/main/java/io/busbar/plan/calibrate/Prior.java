package io.busbar.plan.calibrate;

import io.busbar.model.cluster.MachineConstant;

/**
 * How far a machine's constants lie from what is usual, before anything is measured: the standard
 * deviation of the logarithm. Rates of one chip differ by clocks, power and kernels (the sources of
 * {@code docs/accuracy.md} scatter by 10 to 25 % around the model), gaps and launches by software
 * and host, by a factor of two. Stateless.
 */
final class Prior {
  private Prior() {}

  static double deviation(MachineConstant constant) {
    return switch (constant) {
      case SUSTAINED, SUSTAINED_NARROW -> 0.2;
      case MEMORY_SHARE -> 0.15;
      case GROUPED_SHARE, ATTENTION -> 0.3;
      case LAYER_GAP, COLLECTIVE_START -> 0.7;
      case HOST_LAYER_EXPERTS -> 0.5;
      case TENSOR_HIDDEN_SHARE, EXPERT_HIDDEN_SHARE, DATA_WINDOW_SHARE -> 0.3;
    };
  }
}
