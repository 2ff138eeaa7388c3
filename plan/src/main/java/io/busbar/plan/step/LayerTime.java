package io.busbar.plan.step;

/**
 * Seconds of one layer for one micro-batch on one rank, forward and backward pass together. Mutable
 * sum: layers of several kinds are averaged into one. Not thread-safe.
 */
final class LayerTime {
  /** Forward pass without recomputation, everything exposed included. */
  double forward;

  /** Backward pass without recomputation, everything exposed included. */
  double backward;

  double products;
  double attention;
  double traffic;
  double casts;
  double recompute;
  double host;
  double tensorExposed;
  double tensorTotal;
  double tensorBytes;
  double contextExposed;
  double contextTotal;
  double contextBytes;
  double expertExposed;
  double expertTotal;
  double expertBytes;

  /** Matrix products, attention, memory traffic and casts. */
  double compute() {
    return products + attention + traffic + casts;
  }

  double communication() {
    return tensorExposed + contextExposed + expertExposed;
  }

  /** The whole layer: forward, backward, recomputation. */
  double total() {
    return compute() + communication() + recompute + host;
  }

  /** Adds {@code weight} times another layer. */
  void add(LayerTime other, double weight) {
    forward += weight * other.forward;
    backward += weight * other.backward;
    products += weight * other.products;
    attention += weight * other.attention;
    traffic += weight * other.traffic;
    casts += weight * other.casts;
    recompute += weight * other.recompute;
    host += weight * other.host;
    tensorExposed += weight * other.tensorExposed;
    tensorTotal += weight * other.tensorTotal;
    tensorBytes += weight * other.tensorBytes;
    contextExposed += weight * other.contextExposed;
    contextTotal += weight * other.contextTotal;
    contextBytes += weight * other.contextBytes;
    expertExposed += weight * other.expertExposed;
    expertTotal += weight * other.expertTotal;
    expertBytes += weight * other.expertBytes;
  }
}
