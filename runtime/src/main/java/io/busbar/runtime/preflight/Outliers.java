package io.busbar.runtime.preflight;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What stands out in a matrix from each host to each, higher is better. A pair should reach what
 * the worse of its ends reaches with others: out(a) is the upper quarter of a's row, in(b) that of
 * b's column. So a slow host explains its pairs, and only pairs below both ends are blamed
 * themselves. Low is what is below a floor and farther from the bulk than noise gets.
 */
final class Outliers {
  /** A value so many standard deviations off comes once in three million by normal noise. */
  static final double SIGMAS = 5;

  private final double[][] matrix;
  private final double floor;
  private final double[] out;
  private final double[] in;
  private final double level;
  private final double lowest;
  private final boolean[][] low;
  private final List<int[]> lowPaths;

  /**
   * @param matrix from row to column; NaN where nothing was measured
   * @param floor share of what is expected, below which a value may be called low
   */
  Outliers(double[][] matrix, double floor) {
    int hosts = matrix.length;
    this.matrix = matrix;
    this.floor = floor;
    this.out = new double[hosts];
    this.in = new double[hosts];
    for (int h = 0; h < hosts; h++) {
      out[h] = Robust.upperQuarter(matrix[h]);
      in[h] = Robust.upperQuarter(column(h));
    }
    double[] ends = Arrays.copyOf(out, 2 * hosts);
    System.arraycopy(in, 0, ends, hosts, hosts);
    level = Robust.median(ends);
    lowest = Math.min(floor * level, level - SIGMAS * Robust.spread(ends));
    low = new boolean[hosts][hosts];
    lowPaths = findLowPaths();
  }

  private double[] column(int host) {
    return Arrays.stream(matrix).mapToDouble(row -> row[host]).toArray();
  }

  /** Which ways to leave out. */
  interface LeftOut {
    boolean test(int from, int to);
  }

  /** The same without some paths. */
  Outliers without(LeftOut leftOut) {
    double[][] left = new double[matrix.length][];
    for (int from = 0; from < matrix.length; from++) {
      left[from] = matrix[from].clone();
      for (int to = 0; to < matrix.length; to++) {
        if (leftOut.test(from, to)) {
          left[from][to] = Double.NaN;
        }
      }
    }
    return new Outliers(left, floor);
  }

  /**
   * Whether a path is low, by itself or with an end, and would not be if it reached a value.
   *
   * @param possible NaN where nothing was measured
   */
  boolean explained(int from, int to, double possible) {
    boolean end = lowOut(from) || lowIn(to);
    return (end || low(from, to)) && possible >= floor * (end ? level : expected(from, to));
  }

  double at(int from, int to) {
    return matrix[from][to];
  }

  /** What ends of healthy hosts reach. */
  double level() {
    return level;
  }

  double out(int host) {
    return out[host];
  }

  double in(int host) {
    return in[host];
  }

  /** Whether there is anything to compare hosts with. */
  boolean comparable() {
    return matrix.length > 2;
  }

  /** Whether what leaves a host is slow whoever takes it. */
  boolean lowOut(int host) {
    return comparable() && out[host] < lowest;
  }

  /** Whether what arrives at a host is slow whoever sends it. */
  boolean lowIn(int host) {
    return comparable() && in[host] < lowest;
  }

  /** What a pair should reach, by what its ends reach with others. */
  double expected(int from, int to) {
    return comparable() ? Math.min(out[from], in[to]) : Arrays.stream(out).max().orElse(0);
  }

  /** Paths that their ends do not explain, as from and to. */
  List<int[]> lowPaths() {
    return lowPaths;
  }

  /** Whether a path is one of them. */
  boolean low(int from, int to) {
    return low[from][to];
  }

  private List<int[]> findLowPaths() {
    int hosts = matrix.length;
    double[] shares = new double[hosts * hosts];
    for (int path = 0; path < shares.length; path++) {
      shares[path] = matrix[path / hosts][path % hosts] / expected(path / hosts, path % hosts);
    }
    double noise = comparable() ? SIGMAS * Robust.spread(shares) : 0;
    double least = comparable() ? Math.min(floor, Robust.median(shares) - noise) : floor;
    List<int[]> found = new ArrayList<>();
    for (int path = 0; path < shares.length; path++) {
      if (shares[path] < least) {
        low[path / hosts][path % hosts] = true;
        found.add(new int[] {path / hosts, path % hosts});
      }
    }
    return List.copyOf(found);
  }
}
