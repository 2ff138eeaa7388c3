package io.busbar.simulate.flow;

import java.util.Arrays;

/** Max-min rates by the textbook: raise all rates together, fix those that meet a full link. */
final class WaterFillingOracle {
  private WaterFillingOracle() {}

  /** Rates of the active flows; 0 for the others. */
  static double[] rates(double[] capacity, int[][] links, double[][] weights, boolean[] active) {
    int flows = links.length;
    double[] rate = new double[flows];
    boolean[] rising = active.clone();
    double[] left = capacity.clone();
    while (true) {
      double[] weight = new double[capacity.length];
      for (int f = 0; f < flows; f++) {
        for (int i = 0; rising[f] && i < links[f].length; i++) {
          weight[links[f][i]] += weights[f][i];
        }
      }
      double rise = Double.POSITIVE_INFINITY;
      for (int l = 0; l < capacity.length; l++) {
        if (weight[l] > 0) {
          rise = Math.min(rise, left[l] / weight[l]);
        }
      }
      if (rise == Double.POSITIVE_INFINITY) {
        return rate;
      }
      boolean[] full = new boolean[capacity.length];
      for (int l = 0; l < capacity.length; l++) {
        if (weight[l] > 0) {
          left[l] -= rise * weight[l];
          full[l] = left[l] <= 1e-11 * capacity[l];
        }
      }
      for (int f = 0; f < flows; f++) {
        if (rising[f]) {
          rate[f] += rise;
          rising[f] = Arrays.stream(links[f]).noneMatch(l -> full[l]);
        }
      }
    }
  }
}
