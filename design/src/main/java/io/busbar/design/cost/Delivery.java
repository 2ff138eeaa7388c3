package io.busbar.design.cost;

import io.busbar.design.input.Family;

/**
 * What a job gets done on a family: step = others + exposed / f, with f the network's efficiency,
 * and for InfiniBand less a part of what in-network reduction saves. Without a plan the step is 1
 * and the exposed part is assumed.
 *
 * @param family what the switches speak
 * @param planned whether a plan gives the figures
 * @param stepSeconds step with a network of full efficiency
 * @param exposedSeconds part of it that waits for the network
 * @param sharpSavedSeconds what in-network reduction would save of it
 * @param tokensPerStep of the whole cluster; 0 without a plan
 */
public record Delivery(
    Family family,
    boolean planned,
    double stepSeconds,
    double exposedSeconds,
    double sharpSavedSeconds,
    double tokensPerStep) {

  /** A job that only waits still costs a number. */
  private static final double LEAST = 1e-6;

  /** Without a plan. */
  public static Delivery assumed(Family family) {
    return new Delivery(family, false, 1, 0, 0, 0);
  }

  /** Seconds of a step. */
  double step(Values v) {
    double exposed = planned ? exposedSeconds : v.of("exposed_share") * stepSeconds;
    double saved = sharpSavedSeconds * v.of("sharp_realised_share");
    double efficiency = family == Family.ROCE ? v.of("network_efficiency_roce") : 1;
    return stepSeconds - exposed + exposed / efficiency - saved;
  }

  /** Share of time that is not lost to waiting for the network. */
  double useful(Values v) {
    double exposed = planned ? exposedSeconds : v.of("exposed_share") * stepSeconds;
    return Math.max(LEAST, stepSeconds - exposed) / step(v);
  }

  /** Units that are compared: 10¹² tokens with a plan, else useful GPU-hours. */
  double unitsPerHour(Values v, long gpus) {
    return planned ? 3600 / step(v) * tokensPerStep / 1e12 : gpus * useful(v);
  }
}
