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

  private static final Term BACKWARD =
      Term.input(
          "backward_products_s", "s", "gradients of inputs and weights, each product by its shape");

  private final GpuRates gpu;
  private final boolean weightGradients;
  private final double gradientBytes;
  private final Ledger ledger;
  private double forward;
  private double backward;
  private double cast;
  private final StringBuilder formula = new StringBuilder();

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
    double rate = gpu.linearFlopPerSecond;
    double in = gpu.linearBytes;
    double f = MatrixProduct.seconds(rows, outputs, inputs, count, rate, in, 2, gpu);
    double d = MatrixProduct.seconds(rows, inputs, outputs, count, rate, in, 2, gpu);
    double w =
        weightGradients
            ? MatrixProduct.seconds(outputs, inputs, rows, count, rate, in, gradientBytes, gpu)
            : 0;
    forward += f;
    backward += d + w;
    cast += (inputs + outputs) * gpu.castBytes * rows * count / gpu.memoryBytesPerSecond;
    if (ledger.recording()) {
      explain(name, rows, outputs, inputs, count, rate, f);
    }
  }

  private void explain(
      String name, double m, double n, double k, double count, double rate, double f) {
    ledger.open(name);
    ledger.put(Term.input("m", "", "rows: tokens of this rank"), m);
    ledger.put(Term.input("n", "", "output features of this rank"), n);
    ledger.put(Term.input("k", "", "input features of this rank"), k);
    ledger.put(Term.input("count", "", "equal products in one launch"), count);
    ledger.put(Term.input("rate", "FLOP/s", "rate of a product that fills the GPU"), rate);
    ledger.put(
        Term.input("fill", "", "useful part of tiles and waves"),
        MatrixProduct.fill(m, n, count, gpu.multiprocessors));
    ledger.put(
        Term.input("traffic_bytes", "B", "operands and result"),
        count * ((m + n) * k * gpu.linearBytes + m * n * 2));
    ledger.put(
        Term.input("memory_rate", "B/s", "device memory, achieved"), gpu.memoryBytesPerSecond);
    ledger.close(
        Term.of(
            name + "_forward_s",
            "s",
            name + ", forward",
            "max(2 * {m} * {n} * {k} * {count} / ({rate} * {fill}),"
                + " {traffic_bytes} / {memory_rate})"),
        f);
    formula.append('{').append(name).append("_forward_s} + ");
  }

  /** Puts the sum of all products into the ledger. */
  void explain() {
    ledger.put(BACKWARD, backward);
    ledger.put(
        Term.of(
            "products_s",
            "s",
            "matrix products of a layer, both passes",
            formula + "{backward_products_s}"),
        forward + backward);
  }

  double forward() {
    return forward;
  }

  double backward() {
    return backward;
  }

  /** Casts of forward and backward pass together. */
  double cast() {
    return cast;
  }
}
