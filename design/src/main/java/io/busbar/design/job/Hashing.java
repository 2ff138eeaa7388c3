package io.busbar.design.job;

import io.busbar.design.answer.DesignAnswer.Collisions;
import io.busbar.design.size.FabricDesign;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Equal flows hashed onto equal links (ECMP): n links, N = flows·q balls. Idle share (1−1/n)^N;
 * E[max] = Σ_m P(max &gt; m) with P(max ≤ m) = N!/n^N · [x^N] (Σ_{j≤m} x^j/j!)^n, computed as n
 * Poisson counts of mean N/n given their sum. Flows that adaptive routing or packet spraying
 * divides have a factor of 1. Stateless.
 */
public final class Hashing {
  private static final int[] QUEUE_PAIRS = {1, 4, 16};
  private static final int DRAWS = 400;
  private static final int MOST_BALLS = 1 << 14;

  private Hashing() {}

  /** Collisions at a leaf whose NICs all send across; none with one tier. */
  public static List<Collisions> of(FabricDesign design, long seed) {
    List<Collisions> rows = new ArrayList<>();
    int links = design.tree().leafUp();
    if (links < 2) {
      return rows;
    }
    for (int q : QUEUE_PAIRS) {
      long flows = (long) design.tree().leafDown() * q;
      if (flows <= MOST_BALLS) {
        rows.add(row(links, (int) flows, q, seed));
      }
    }
    return rows;
  }

  static Collisions row(int links, int balls, int q, long seed) {
    double mean = (double) balls / links;
    return new Collisions(
        q,
        balls,
        links,
        Math.pow(1 - 1.0 / links, balls),
        Math.max(1, expectedMost(links, balls) / Math.max(1, mean)),
        Math.max(1, drawnMost(links, balls, seed) / Math.max(1, mean)),
        atMost(links, balls, (int) Math.ceil(mean)));
  }

  /** E[max load]. */
  static double expectedMost(int links, int balls) {
    double expected = 0;
    for (int m = 0; m < balls; m++) {
      double more = 1 - (m * (long) links < balls ? 0 : atMost(links, balls, m));
      expected += more;
      if (more < 1e-9) {
        break;
      }
    }
    return expected;
  }

  /** Probability that no link gets more than {@code most} of the balls. */
  static double atMost(int links, int balls, int most) {
    double mean = (double) balls / links;
    double[] one = new double[Math.min(most, balls) + 1];
    double term = Math.exp(-mean);
    for (int j = 0; j < one.length; j++) {
      one[j] = term;
      term *= mean / (j + 1);
    }
    double[] all = power(one, links, balls);
    return all.length <= balls ? 0 : Math.min(1, all[balls] / poisson(balls, balls));
  }

  private static double[] power(double[] base, int exponent, int degree) {
    double[] result = {1};
    double[] square = base;
    for (int left = exponent; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        result = product(result, square, degree);
      }
      if (left > 1) {
        square = product(square, square, degree);
      }
    }
    return result;
  }

  private static double[] product(double[] a, double[] b, int degree) {
    double[] c = new double[Math.min(degree + 1, a.length + b.length - 1)];
    for (int i = 0; i < a.length; i++) {
      if (a[i] > 0) {
        int top = Math.min(b.length, c.length - i);
        for (int j = 0; j < top; j++) {
          c[i + j] += a[i] * b[j];
        }
      }
    }
    return c;
  }

  /** Probability of {@code count} with this mean. */
  private static double poisson(int count, double mean) {
    double log = -mean;
    for (int j = 1; j <= count; j++) {
      log += Math.log(mean / j);
    }
    return Math.exp(log);
  }

  private static double drawnMost(int links, int balls, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long sum = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      int[] load = new int[links];
      int most = 0;
      for (int ball = 0; ball < balls; ball++) {
        most = Math.max(most, ++load[random.nextInt(links)]);
      }
      sum += most;
    }
    return (double) sum / DRAWS;
  }
}
