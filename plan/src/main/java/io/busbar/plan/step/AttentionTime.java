package io.busbar.plan.step;

import io.busbar.model.training.AttentionKernel;

/**
 * Scores and values of attention, without the projections. Stateless.
 *
 * <p>Fused: {@code forward = pairs·(2(dq+dv)/rate + x/exponentials)}, backward 5/2 of the products
 * (scores are computed again) at 0.85 of the rate (FlashAttention-2 and -3 papers); {@code rate =
 * measured·share·s/(s+s½)}: short sequences do not fill the pipeline. {@code pairs} counts query
 * and key pairs that are not masked. Unfused: full products, and every score crosses device memory
 * several times.
 */
final class AttentionTime {
  private static final double BACKWARD_PRODUCTS = 5;
  private static final double BACKWARD_RATE = 0.85;

  /** Tensor cores need head widths in multiples of 8; others run at about half rate. */
  private static final int ALIGNED = 8;

  private static final double UNALIGNED_RATE = 0.5;

  /** Backward reads and writes scores and their gradients: half as many bytes again. */
  private static final double UNFUSED_BACKWARD_BYTES = 1.5;

  final double forward;
  final double backward;

  private AttentionTime(double forward, double backward) {
    this.forward = forward;
    this.backward = backward;
  }

  /** Times that were found otherwise. */
  static AttentionTime times(double forward, double backward) {
    return new AttentionTime(forward, backward);
  }

  /**
   * @param tokens queries of this rank
   * @param heads query heads of this rank
   * @param sequence tokens of the whole sequence
   * @param keys keys that a query sees on average
   * @param keyDim width of a query/key head
   * @param valueDim width of a value head
   */
  static AttentionTime of(
      AttentionKernel kernel,
      double tokens,
      double heads,
      double sequence,
      double keys,
      double keyDim,
      double valueDim,
      GpuRates gpu,
      StepConstants constants) {
    if (kernel == AttentionKernel.UNFUSED) {
      double pairs = tokens * heads * sequence;
      double products = 2 * pairs * (keyDim + valueDim);
      double rate = gpu.halfFlopPerSecond * (keyDim % ALIGNED == 0 ? 1 : UNALIGNED_RATE);
      double traffic = pairs * constants.value("unfused_score_bytes") / gpu.memoryBytesPerSecond;
      return new AttentionTime(
          products / rate + traffic, 2 * products / rate + UNFUSED_BACKWARD_BYTES * traffic);
    }
    double pairs = tokens * heads * keys;
    double rate = gpu.attentionFlopPerSecond * sequence / (sequence + gpu.attentionHalf);
    double exponentials =
        gpu.exponentialsPerSecond == 0 ? 0 : gpu.exposedExponentials / gpu.exponentialsPerSecond;
    double width = keyDim + valueDim;
    return new AttentionTime(
        pairs * (2 * width / rate + exponentials),
        pairs * (BACKWARD_PRODUCTS * width / (rate * BACKWARD_RATE) + exponentials));
  }

  /**
   * Keys that a causal query sees on average: s/2, or with a window w the mean of min(position, w):
   * w·(1 − w/(2s)).
   */
  static double meanKeys(double sequence, int window) {
    return window <= 0 || window >= sequence
        ? sequence / 2
        : window * (1 - window / (2 * sequence));
  }
}
