package io.busbar.app.render.html;

import java.util.ArrayList;
import java.util.List;

/** Round numbers for axes: steps of 1, 2 or 5 times a power of ten, or powers of ten. */
final class Ticks {
  private static final double SLACK = 1e-9;

  private Ticks() {}

  /** The smallest 1-2-5 step that covers {@code range} in at most {@code atMost} steps. */
  static double step(double range, int atMost) {
    double raw = range / Math.max(1, atMost);
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    for (double digit : new double[] {1, 2, 5}) {
      if (digit * power >= raw * (1 - SLACK)) {
        return digit * power;
      }
    }
    return 10 * power;
  }

  /** Multiples of {@code step} from {@code min} to {@code max}, both included. */
  static List<Double> linear(double min, double max, double step) {
    List<Double> ticks = new ArrayList<>();
    long first = (long) Math.ceil(min / step - SLACK);
    long last = (long) Math.floor(max / step + SLACK);
    for (long i = first; i <= last; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** Powers of ten from {@code min} to {@code max}; with 2 and 5 times them in a short range. */
  static List<Double> decades(double min, double max) {
    boolean fine = max / min < 1e3;
    List<Double> ticks = new ArrayList<>();
    for (int p = (int) Math.floor(Math.log10(min)); p <= Math.ceil(Math.log10(max)); p++) {
      for (double digit : fine ? new double[] {1, 2, 5} : new double[] {1}) {
        double tick = digit * Math.pow(10, p);
        if (tick >= min * (1 - SLACK) && tick <= max * (1 + SLACK)) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }

  /** Decimals that tell multiples of {@code step} apart. */
  static int decimals(double step) {
    return (int) Math.max(0, -Math.floor(Math.log10(step) + SLACK));
  }
}
