package io.busbar.plan.step;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.Training;
import io.busbar.plan.memory.MemoryModel;

/**
 * What living in host memory costs a step. One way at the rate of the GPU's own link to the host
 * (PCIe, or C2C of a superchip). Immutable.
 *
 * <p>Optimizer: gradients go out, the host updates, weights come back, nothing of it hidden (an
 * upper bound: Megatron-Core and ZeRO-Offload can overlap some). The update is bound by host
 * memory. Activations: what a layer keeps goes out behind the forward pass and comes back behind
 * the backward pass; what does not fit behind them shows.
 */
final class HostTraffic {
  /**
   * Bytes of host memory per parameter of an Adam step: master, two moments and gradient read, the
   * first three written (FP32), a 16-bit weight written.
   */
  static final double UPDATE_BYTES = 4 * 4 + 3 * 4 + 2;

  private static final double WEIGHT_BYTES = 2;

  private final MemoryModel memory;
  private final double linkBytesPerSecond;
  private final double memoryBytesPerSecond;

  HostTraffic(MemoryModel memory, Cluster cluster) {
    this.memory = memory;
    this.linkBytesPerSecond = cluster.node().gpu().hostBytesPerSecond();
    this.memoryBytesPerSecond = cluster.network().staging().memoryBytesPerSecondPerGpu();
  }

  /** Seconds of an optimizer step on the host: {@code g·S/link + 30·S/memory + 2·S/link}. */
  double optimizer(Training t) {
    double own = memory.ownedParameters(t) * t.trained().share();
    double moved = (t.numerics().gradientBytes() + WEIGHT_BYTES) * own / link();
    return moved + UPDATE_BYTES * own / Math.max(1, memoryBytesPerSecond);
  }

  /**
   * Seconds of a micro-batch that copies of activations add: {@code max(0, kept/link − forward) +
   * max(0, kept/link − backward)}.
   *
   * @param forward seconds of the stage's forward pass
   * @param backward seconds of its backward pass
   */
  double activations(Training t, double forward, double backward) {
    double copy = memory.keptBytes(t) / link();
    return Math.max(0, copy - forward) + Math.max(0, copy - backward);
  }

  private double link() {
    return Math.max(1, linkBytesPerSecond);
  }
}
