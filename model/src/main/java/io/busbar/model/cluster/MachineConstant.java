package io.busbar.model.cluster;

import java.util.Locale;

/**
 * What a machine and its training stack achieve in a step: the few constants of the step model that
 * measured steps and operators can determine. Times in seconds, all else as a part of something.
 */
public enum MachineConstant {
  SUSTAINED(
      false,
      0.1,
      1.5,
      "0.86",
      "Part of the best measured rate of 16-bit matrix products that training sustains."),
  SUSTAINED_NARROW(false, 0.1, 1.5, "0.77", "The same for 8- and 4-bit products, of their rate."),
  GROUPED_SHARE(
      false,
      0.1,
      1.5,
      "0.9",
      "Rate of the grouped products of experts over that of plain products of their shape."),
  ATTENTION(
      false,
      0.05,
      1.5,
      "0.5",
      "Rate of fused attention over the best measured 16-bit product, long sequences."),
  MEMORY_SHARE(false, 0.2, 1, "0.85", "Part of the peak memory rate that streaming kernels reach."),
  LAYER_GAP(
      true,
      1e-7,
      5e-3,
      "150us",
      "Gaps between kernels per layer and forward pass, twice backward."),
  HOST_LAYER_EXPERTS(
      true, 1e-6, 2e-2, "2.9ms", "Host time per layer with experts and forward pass."),
  COLLECTIVE_START(
      true,
      1e-7,
      2e-3,
      "60us",
      "Launch of a collective and ranks that wait for each other, per doubling of the ranks of a"
          + " scale-up domain."),
  TENSOR_HIDDEN_SHARE(
      false, 0.01, 0.99, "0.8", "Part of overlapped tensor-parallel traffic behind products."),
  EXPERT_HIDDEN_SHARE(
      false, 0.01, 0.99, "0.7", "Part of the overlapped expert exchange behind other work."),
  DATA_WINDOW_SHARE(
      false, 0.01, 1, "0.7", "Part of the computation beside it that hides data-parallel traffic.");

  private final boolean time;
  private final double low;
  private final double high;
  private final String example;
  private final String meaning;

  MachineConstant(boolean time, double low, double high, String example, String meaning) {
    this.time = time;
    this.low = low;
    this.high = high;
    this.example = example;
    this.meaning = meaning;
  }

  /** As the cluster file writes it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it is in seconds; a part of something else. */
  public boolean isTime() {
    return time;
  }

  /** Smallest plausible value. */
  public double low() {
    return low;
  }

  /** Largest plausible value. */
  public double high() {
    return high;
  }

  /** One line. */
  public String meaning() {
    return meaning;
  }

  String example() {
    return example;
  }
}
