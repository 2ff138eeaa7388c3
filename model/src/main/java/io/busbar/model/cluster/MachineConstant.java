package io.busbar.model.cluster;

/**
 * What a machine and its training stack achieve in a step: the few constants of the step model that
 * measured steps and operators can determine. Times in seconds, all else as a part of something.
 */
public enum MachineConstant implements CalibratedConstant {
  SUSTAINED(
      Unit.FACTOR,
      0.1,
      1.5,
      "0.86",
      "Part of the best measured rate of 16-bit matrix products that training sustains."),
  SUSTAINED_NARROW(
      Unit.FACTOR, 0.1, 1.5, "0.77", "The same for 8- and 4-bit products, of their rate."),
  GROUPED_SHARE(
      Unit.FACTOR,
      0.1,
      1.5,
      "0.9",
      "Rate of the grouped products of experts over that of plain products of their shape."),
  ATTENTION(
      Unit.FACTOR,
      0.05,
      1.5,
      "0.5",
      "Rate of fused attention over the best measured 16-bit product, long sequences."),
  MEMORY_SHARE(
      Unit.FACTOR, 0.2, 1, "0.85", "Part of the peak memory rate that streaming kernels reach."),
  LAYER_GAP(
      Unit.SECONDS,
      1e-7,
      5e-3,
      "150us",
      "Gaps between kernels per layer and forward pass, twice backward."),
  HOST_LAYER_EXPERTS(
      Unit.SECONDS, 1e-6, 2e-2, "2.9ms", "Host time per layer with experts and forward pass."),
  COLLECTIVE_START(
      Unit.SECONDS,
      1e-7,
      2e-3,
      "60us",
      "Launch of a collective and ranks that wait for each other, per doubling of the ranks of a"
          + " scale-up domain."),
  TENSOR_HIDDEN_SHARE(
      Unit.FACTOR,
      0.01,
      0.99,
      "0.8",
      "Part of overlapped tensor-parallel traffic behind products."),
  EXPERT_HIDDEN_SHARE(
      Unit.FACTOR, 0.01, 0.99, "0.7", "Part of the overlapped expert exchange behind other work."),
  DATA_WINDOW_SHARE(
      Unit.FACTOR,
      0.01,
      1,
      "0.7",
      "Part of the computation beside it that hides data-parallel traffic.");

  private final Limits limits;

  MachineConstant(Unit unit, double low, double high, String example, String meaning) {
    limits = new Limits(unit, low, high, example, meaning);
  }

  @Override
  public Limits limits() {
    return limits;
  }
}
