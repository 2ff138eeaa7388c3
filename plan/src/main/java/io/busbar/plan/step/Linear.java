package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;

/**
 * Sums the linear layers of a transformer layer: forward, gradient of the input, gradient of the
 * weights, and the casts to a narrow format. One use per layer; not thread-safe.
 */
final class Linear {
  /** Bytes moved per weight gradient: written once in FP32, or read and written to accumulate. */
  private static final double GRADIENT_WRITE = 4;

  private static final double GRADIENT_ACCUMULATE = 8;
  private static final double RESULT_BYTES = 2;

  private final GpuRates gpu;
  private final boolean weightGradients;
  private final double gradientBytes;
  private final Ledger ledger;
  private final StringBuilder forwardFormula = new StringBuilder();
  private final StringBuilder backwardFormula = new StringBuilder();
  private double forward;
  private double backward;
  private double castElements;

  Linear(GpuRates gpu, boolean weightGradients, boolean accumulates, Ledger ledger) {
    this.gpu = gpu;
    this.weightGradients = weightGradients;
    this.gradientBytes = accumulates ? GRADIENT_ACCUMULATE : GRADIENT_WRITE;
    this.ledger = ledger;
  }

  /**
   * Adds one linear layer.
   *
   * @param name what it is, for the ledger
   * @param rows tokens of this rank
   * @param outputs output features of this rank
   * @param inputs input features of this rank
   * @param count how many equal ones run as one group (experts)
   */
  void add(String name, double rows, double outputs, double inputs, double count) {
    forward += product(name, "forward", forwardFormula, rows, outputs, inputs, count, RESULT_BYTES);
    backward +=
        product(
            name, "input_gradient", backwardFormula, rows, inputs, outputs, count, RESULT_BYTES);
    if (weightGradients) {
      backward +=
          product(
              name,
              "weight_gradient",
              backwardFormula,
              outputs,
              inputs,
              rows,
              count,
              gradientBytes);
    }
    castElements += (inputs + outputs) * rows * count;
  }

  private double product(
      String name,
      String pass,
      StringBuilder formula,
      double m,
      double n,
      double k,
      double count,
      double outBytes) {
    double rate = gpu.linearFlopPerSecond * (count > 1 ? gpu.groupedShare : 1);
    if (!ledger.recording()) {
      return MatrixProduct.seconds(m, n, k, count, rate, gpu.linearBytes, outBytes, gpu);
    }
    String term = name + "_" + pass + "_s";
    formula.append(formula.isEmpty() ? "{" : " + {").append(term).append('}');
    String meaning = name + ", " + pass.replace('_', ' ');
    return MatrixProduct.noted(
        term, meaning, m, n, k, count, rate, gpu.linearBytes, outBytes, gpu, ledger);
  }

  /** Forward products of all that was added, noted. */
  double forward() {
    return sum("forward_products_s", "matrix products, forward", forwardFormula, forward);
  }

  /** Backward products of all that was added, noted. */
  double backward() {
    return sum("backward_products_s", "gradients of inputs and weights", backwardFormula, backward);
  }

  private double sum(String name, String meaning, StringBuilder formula, double seconds) {
    return ledger.recording()
        ? ledger.put(
            Term.of(name, "s", meaning, formula.isEmpty() ? "0" : formula.toString()), seconds)
        : seconds;
  }

  /** Forward products so far. */
  double forwardSoFar() {
    return forward;
  }

  /** Elements that are brought into the narrow format, forward and backward pass together. */
  double castElements() {
    return castElements;
  }
}
