package io.busbar.app.render.html;

import java.util.Map;

/**
 * A unit with the prefix in which numbers of one axis or table are printed. Immutable.
 *
 * @param factor how many of the original unit one of the shown unit is
 * @param unit the shown unit, e.g. {@code ms}; empty for a plain number
 * @param decimals decimals that show the largest number with four significant digits
 */
record UnitScale(double factor, String unit, int decimals) {
  private static final double ROUNDS_UP = 0.99995;
  private static final int SIGNIFICANT = 4;

  private static final Map<String, Step[]> LADDERS =
      Map.of(
          "s", steps(1e-12, 1e3, "ps", "ns", "us", "ms", "s"),
          "B", steps(1, 1e3, "B", "kB", "MB", "GB", "TB", "PB"),
          "B/s", steps(1, 1e3, "B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"),
          "b/s", steps(1, 1e3, "b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s", "Pb/s"),
          "FLOP", steps(1, 1e3, "FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP"),
          "FLOP/s", steps(1, 1e3, "FLOP/s", "kFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s"),
          "FLOPS", steps(1, 1e3, "FLOPS", "kFLOPS", "MFLOPS", "GFLOPS", "TFLOPS", "PFLOPS"),
          "W", steps(1, 1e3, "W", "kW", "MW", "GW"));

  private record Step(double factor, String name) {}

  private static Step[] steps(double first, double ratio, String... names) {
    Step[] steps = new Step[names.length];
    for (int i = 0; i < names.length; i++) {
      steps[i] = new Step(first * Math.pow(ratio, i), names[i]);
    }
    return steps;
  }

  /** Whether numbers of this unit change their prefix with their size. */
  static boolean hasPrefixes(String unit) {
    return LADDERS.containsKey(unit);
  }

  /** The scale in which {@code largest} has one to three digits before the point. */
  static UnitScale fitting(double largest, String unit) {
    double size = Double.isFinite(largest) ? Math.abs(largest) : 0;
    Step[] ladder = LADDERS.get(unit);
    Step best = new Step(1, unit);
    if (ladder != null && size > 0) {
      best = ladder[0];
      for (Step step : ladder) {
        best = size >= step.factor * ROUNDS_UP ? step : best;
      }
    }
    double shown = size / best.factor;
    int before = shown >= 1 ? (int) Math.floor(Math.log10(shown)) + 1 : 1;
    return new UnitScale(best.factor, best.name, Math.max(0, SIGNIFICANT - before));
  }

  /** The number alone, for a column of such numbers. */
  String number(double value) {
    return Numbers.aligned(value / factor, decimals);
  }

  /** A number that is already scaled, followed by the unit. */
  String join(String number) {
    return unit.isEmpty() ? number : number + " " + unit;
  }
}
