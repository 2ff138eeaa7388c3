package io.busbar.runtime.perf;

import java.util.Arrays;
import java.util.List;

/**
 * What messages and sums cost: {@code T = alpha·messages + beta·bytes + gamma·reduced}, along the
 * longest chain of messages of a collective. Fitted by least squares of relative errors with
 * Huber's weights, so that a disturbed measurement counts little; none is negative.
 *
 * @param alphaSeconds of a message: software at both ends and the path between
 * @param betaSecondsPerByte of a byte of a message: the slowest of memory, sockets and wire
 * @param gammaSecondsPerByte of a byte that is added up, beyond moving it
 * @param gammaByKernels whether gamma is what the kernels alone need, because the collectives would
 *     make it larger
 * @param errors fitted over measured − 1, one for each sample
 */
public record MessageCosts(
    double alphaSeconds,
    double betaSecondsPerByte,
    double gammaSecondsPerByte,
    boolean gammaByKernels,
    List<Double> errors) {
  private static final int ROUNDS = 30;
  private static final double HUBER = 1.345;
  private static final double TO_SIGMA = 1.4826;
  private static final double LEAST_SIGMA = 1e-3;
  private static final int ALPHA = 0;
  private static final int BETA = 1;
  private static final int GAMMA = 2;

  public MessageCosts {
    errors = List.copyOf(errors);
  }

  /**
   * One collective that was measured.
   *
   * @param collective as nccl-tests calls it
   * @param sizeBytes as nccl-tests counts them
   * @param messages one after the other
   * @param messageBytes of all of them
   * @param reducedBytes of them that are added up
   */
  public record Sample(
      String collective,
      long sizeBytes,
      long messages,
      long messageBytes,
      long reducedBytes,
      double seconds) {
    /** The same with a time. */
    Sample in(double time) {
      return new Sample(collective, sizeBytes, messages, messageBytes, reducedBytes, time);
    }

    private double[] terms() {
      return new double[] {messages / seconds, messageBytes / seconds, reducedBytes / seconds};
    }
  }

  /**
   * Fits.
   *
   * @param kernelSecondsPerByte what adding up takes by itself while all ranks do it: the most that
   *     gamma may be
   */
  public static MessageCosts fit(List<Sample> samples, double kernelSecondsPerByte) {
    double[][] terms = samples.stream().map(Sample::terms).toArray(double[][]::new);
    double[] wanted = new double[terms.length];
    Arrays.fill(wanted, 1);
    double[] costs = solve(terms, wanted, true);
    boolean byKernels = costs[GAMMA] > kernelSecondsPerByte;
    if (byKernels) {
      for (int i = 0; i < terms.length; i++) {
        wanted[i] = 1 - kernelSecondsPerByte * terms[i][GAMMA];
      }
      costs = solve(terms, wanted, false);
      costs[GAMMA] = kernelSecondsPerByte;
    }
    double[] found = costs;
    List<Double> errors = Arrays.stream(terms).map(row -> dot(row, found) - 1).toList();
    return new MessageCosts(costs[ALPHA], costs[BETA], costs[GAMMA], byKernels, errors);
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** Costs that are negative are none, one after the other. */
  private static double[] solve(double[][] terms, double[] wanted, boolean withGamma) {
    boolean[] open = {true, true, withGamma};
    while (true) {
      double[] costs = robust(terms, wanted, open);
      int worst = -1;
      for (int i = 0; i < costs.length; i++) {
        worst = costs[i] < 0 && (worst < 0 || costs[i] < costs[worst]) ? i : worst;
      }
      if (worst < 0) {
        return costs;
      }
      open[worst] = false;
    }
  }

  private static double[] robust(double[][] terms, double[] wanted, boolean[] open) {
    double[] weights = new double[terms.length];
    Arrays.fill(weights, 1);
    double[] costs = new double[open.length];
    for (int round = 0; round < ROUNDS; round++) {
      costs = weighted(terms, wanted, weights, open);
      double[] off = new double[terms.length];
      for (int i = 0; i < off.length; i++) {
        off[i] = Math.abs(dot(terms[i], costs) - wanted[i]);
      }
      double[] sorted = off.clone();
      Arrays.sort(sorted);
      double most = HUBER * Math.max(LEAST_SIGMA, TO_SIGMA * sorted[sorted.length / 2]);
      for (int i = 0; i < off.length; i++) {
        weights[i] = off[i] <= most ? 1 : most / off[i];
      }
    }
    return costs;
  }

  /** Normal equations with columns brought to one length; what is not determined is 0. */
  private static double[] weighted(
      double[][] terms, double[] wanted, double[] weights, boolean[] open) {
    int n = open.length;
    double[] length = new double[n];
    for (int c = 0; c < n; c++) {
      for (double[] row : terms) {
        length[c] += open[c] ? row[c] * row[c] : 0;
      }
      length[c] = Math.sqrt(length[c]);
    }
    double[][] m = new double[n][n + 1];
    for (int i = 0; i < terms.length; i++) {
      for (int r = 0; r < n; r++) {
        double left = length[r] == 0 ? 0 : weights[i] * terms[i][r] / length[r];
        for (int c = 0; c < n; c++) {
          m[r][c] += length[c] == 0 ? 0 : left * terms[i][c] / length[c];
        }
        m[r][n] += left * wanted[i];
      }
    }
    double[] costs = eliminate(m);
    for (int c = 0; c < n; c++) {
      costs[c] = length[c] == 0 ? 0 : costs[c] / length[c];
    }
    return costs;
  }

  private static double[] eliminate(double[][] m) {
    int n = m.length;
    double[] found = new double[n];
    boolean[] used = new boolean[n];
    int[] rowOf = new int[n];
    for (int c = 0; c < n; c++) {
      int pivot = -1;
      for (int r = 0; r < n; r++) {
        if (!used[r] && (pivot < 0 || Math.abs(m[r][c]) > Math.abs(m[pivot][c]))) {
          pivot = r;
        }
      }
      rowOf[c] = pivot;
      if (Math.abs(m[pivot][c]) < 1e-12) {
        rowOf[c] = -1;
        continue;
      }
      used[pivot] = true;
      for (int r = 0; r < n; r++) {
        double factor = r == pivot ? 0 : m[r][c] / m[pivot][c];
        for (int k = c; k <= n && factor != 0; k++) {
          m[r][k] -= factor * m[pivot][k];
        }
      }
    }
    for (int c = 0; c < n; c++) {
      found[c] = rowOf[c] < 0 ? 0 : m[rowOf[c]][n] / m[rowOf[c]][c];
    }
    return found;
  }
}
