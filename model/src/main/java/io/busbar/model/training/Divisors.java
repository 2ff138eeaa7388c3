package io.busbar.model.training;

/** Valid numbers near a wrong one, for messages. */
final class Divisors {
  private Divisors() {}

  /** The divisors of {@code n} next to {@code wanted}: {@code "nearest: 4 or 8"}. */
  static String nearest(long n, long wanted) {
    long below = Math.min(wanted, n);
    while (below > 1 && n % below != 0) {
      below--;
    }
    long above = Math.min(wanted + 1, n);
    while (above < n && n % above != 0) {
      above++;
    }
    return above <= below ? "nearest: " + below : "nearest: " + below + " or " + above;
  }

  /** The multiples of {@code step} next to {@code wanted}: {@code "nearest: 480 or 512"}. */
  static String nearestMultiples(long step, long wanted) {
    long below = wanted / step * step;
    return below == 0 ? "the smallest is " + step : "nearest: " + below + " or " + (below + step);
  }

  static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
