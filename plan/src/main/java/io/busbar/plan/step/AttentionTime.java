package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
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

  private static final String FORWARD = "attention_forward_s";
  private static final String BACKWARD = "attention_backward_s";
  private static final Term NO_FORWARD =
      Term.input(FORWARD, "s", "the layer mixes no tokens, forward");
  private static final Term NO_BACKWARD =
      Term.input(BACKWARD, "s", "the layer mixes no tokens, backward");
  private static final Term PAIRS =
      Term.input("pairs", "", "queries times keys that are not masked, all heads of this rank");
  private static final Term WIDTH = Term.input("width", "", "of a key and a value of a head");
  private static final Term RATE =
      Term.input("attention_rate", "FLOP/s", "attention at this sequence length");
  private static final Term EXPONENTIAL =
      Term.input("exponential_s", "s", "of a pair, as far as products do not hide it");
  private static final Term FUSED_FORWARD =
      Term.of(
          FORWARD,
          "s",
          "scores and values of a layer, forward",
          "{pairs} * (2 * {width} / {attention_rate} + {exponential_s})");
  private static final Term FUSED_BACKWARD =
      Term.of(
          BACKWARD,
          "s",
          "scores again, then their gradients",
          "{pairs} * ("
              + BACKWARD_PRODUCTS
              + " * {width} / ({attention_rate} * "
              + BACKWARD_RATE
              + ") + {exponential_s})");
  private static final Term SCORES =
      Term.input("scores_s", "s", "scores of a layer over device memory, forward");
  private static final Term UNFUSED_FORWARD =
      Term.of(
          FORWARD,
          "s",
          "scores and values of a layer, forward",
          "2 * {pairs} * {width} / {attention_rate} + {scores_s}");
  private static final Term UNFUSED_BACKWARD =
      Term.of(
          BACKWARD,
          "s",
          "gradients of scores and values",
          "4 * {pairs} * {width} / {attention_rate} + " + UNFUSED_BACKWARD_BYTES + " * {scores_s}");
  private static final Term SCANNED =
      Term.input("scan_flop", "FLOP", "products of a chunked scan, forward");
  private static final Term SCAN_FORWARD =
      Term.of(FORWARD, "s", "a chunked scan, forward", "{scan_flop} / {attention_rate}");
  private static final Term SCAN_BACKWARD =
      Term.of(BACKWARD, "s", "a chunked scan, backward", "2 * {attention_forward_s}");

  final double forward;
  final double backward;

  private AttentionTime(double forward, double backward) {
    this.forward = forward;
    this.backward = backward;
  }

  /** A layer that mixes nothing. */
  static AttentionTime none(Ledger ledger) {
    return new AttentionTime(ledger.put(NO_FORWARD, 0), ledger.put(NO_BACKWARD, 0));
  }

  /**
   * A chunked scan, at the rate that attention reaches.
   *
   * @param flop of the forward pass
   */
  static AttentionTime scan(double flop, GpuRates gpu, Ledger ledger) {
    ledger.put(SCANNED, flop);
    double rate = ledger.put(RATE, gpu.attentionFlopPerSecond);
    double forward = ledger.put(SCAN_FORWARD, flop / rate);
    return new AttentionTime(forward, ledger.put(SCAN_BACKWARD, 2 * forward));
  }

  /**
   * @param tokens queries of this rank
   * @param heads query heads of this rank
   * @param sequence tokens of the whole sequence
   * @param keys keys that a query sees on average
   * @param keyDim width of a query/key head
   * @param valueDim width of a value head
   * @param ledger takes the reasons
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
      StepConstants constants,
      Ledger ledger) {
    double width = ledger.put(WIDTH, keyDim + valueDim);
    if (kernel == AttentionKernel.UNFUSED) {
      double pairs = ledger.put(PAIRS, tokens * heads * sequence);
      double aligned = keyDim % ALIGNED == 0 ? 1 : UNALIGNED_RATE;
      double rate = ledger.put(RATE, gpu.halfFlopPerSecond * aligned);
      double scores =
          ledger.put(
              SCORES, pairs * constants.value("unfused_score_bytes") / gpu.memoryBytesPerSecond);
      return new AttentionTime(
          ledger.put(UNFUSED_FORWARD, 2 * pairs * width / rate + scores),
          ledger.put(UNFUSED_BACKWARD, 4 * pairs * width / rate + UNFUSED_BACKWARD_BYTES * scores));
    }
    double pairs = ledger.put(PAIRS, tokens * heads * keys);
    double rate =
        ledger.put(RATE, gpu.attentionFlopPerSecond * sequence / (sequence + gpu.attentionHalf));
    double exponentials =
        ledger.put(
            EXPONENTIAL,
            gpu.exponentialsPerSecond == 0
                ? 0
                : gpu.exposedExponentials / gpu.exponentialsPerSecond);
    return new AttentionTime(
        ledger.put(FUSED_FORWARD, pairs * (2 * width / rate + exponentials)),
        ledger.put(
            FUSED_BACKWARD,
            pairs * (BACKWARD_PRODUCTS * width / (rate * BACKWARD_RATE) + exponentials)));
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
