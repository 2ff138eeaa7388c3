package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
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

  private static final Term OWNED =
      Term.input("owned_parameters", "", "trained parameters whose states a rank owns");
  private static final Term MOVED =
      Term.input("moved_bytes", "B", "of a parameter: its gradient out, its weight back");
  private static final Term LINK =
      Term.input("host_link_bytes_per_s", "B/s", "the GPU's own link to the host, one way");
  private static final Term UPDATE =
      Term.input("update_bytes", "B", "of a parameter: host memory that an Adam step moves");
  private static final Term MEMORY =
      Term.input("host_memory_bytes_per_s", "B/s", "host memory, a GPU's part");
  private static final Term OPTIMIZER =
      Term.of(
          "optimizer_s",
          "s",
          "gradients to the host, update in its memory, weights back; nothing hidden",
          "{moved_bytes} * {owned_parameters} / {host_link_bytes_per_s}"
              + " + {update_bytes} * {owned_parameters} / {host_memory_bytes_per_s}");
  private static final Term KEPT =
      Term.input("kept_bytes", "B", "activations of a micro-batch that go out and come back");
  private static final Term ACTIVATIONS =
      Term.of(
          "offload_s",
          "s",
          "copies of activations to host memory and back that nothing hides",
          "max(0, {kept_bytes} / {host_link_bytes_per_s} - {stage_forward_s})"
              + " + max(0, {kept_bytes} / {host_link_bytes_per_s} - {stage_backward_s})");

  private final MemoryModel memory;
  private final double linkBytesPerSecond;
  private final double memoryBytesPerSecond;

  HostTraffic(MemoryModel memory, Cluster cluster) {
    this.memory = memory;
    this.linkBytesPerSecond = cluster.node().gpu().hostBytesPerSecond();
    this.memoryBytesPerSecond = cluster.network().staging().memoryBytesPerSecondPerGpu();
  }

  /** Seconds of an optimizer step on the host: {@code g·S/link + 30·S/memory + 2·S/link}. */
  double optimizer(Training t, Ledger ledger) {
    double own = ledger.put(OWNED, memory.ownedParameters(t) * t.trained().share());
    double moved = ledger.put(MOVED, t.numerics().gradientBytes() + WEIGHT_BYTES);
    double update = ledger.put(UPDATE, UPDATE_BYTES);
    double rate = ledger.put(MEMORY, Math.max(1, memoryBytesPerSecond));
    return ledger.put(OPTIMIZER, moved * own / link(ledger) + update * own / rate);
  }

  /**
   * Seconds of a micro-batch that copies of activations add: {@code max(0, kept/link − forward) +
   * max(0, kept/link − backward)}.
   *
   * @param forward seconds of the stage's forward pass
   * @param backward seconds of its backward pass
   */
  double activations(Training t, double forward, double backward, Ledger ledger) {
    double copy = ledger.put(KEPT, memory.keptBytes(t)) / link(ledger);
    return ledger.put(ACTIVATIONS, Math.max(0, copy - forward) + Math.max(0, copy - backward));
  }

  private double link(Ledger ledger) {
    return ledger.put(LINK, Math.max(1, linkBytesPerSecond));
  }
}
