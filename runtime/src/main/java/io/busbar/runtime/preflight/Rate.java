package io.busbar.runtime.preflight;

/**
 * Bytes per second of a transfer, and what they could have been. Threads that have no processor for
 * a share w of the time cost a transfer up to twice that share, as was measured on hosts of two
 * processors with other work: TCP starts again from less than it had. From one half of the time on
 * nothing is known of the network.
 *
 * @param bytesPerS measured
 * @param unhindered most that it may be on a host with nothing else to do
 * @param waited share of the time in which threads of the busier host had no processor
 */
record Rate(double bytesPerS, double unhindered, double waited) {
  private static final double COST = 2;

  static Rate of(double bytesPerS, double waited) {
    double left = 1 - COST * waited;
    return new Rate(bytesPerS, left > 0 ? bytesPerS / left : Double.POSITIVE_INFINITY, waited);
  }

  /** Of two measurements: the better rate, and what both leave possible. */
  Rate best(Rate other) {
    double best = Math.max(bytesPerS, other.bytesPerS);
    double possible = Math.max(best, Math.min(unhindered, other.unhindered));
    return new Rate(best, possible, Math.min(waited, other.waited));
  }

  String encoded() {
    return bytesPerS + "," + unhindered + "," + waited;
  }

  static Rate decoded(String text) {
    String[] p = text.split(",", -1);
    return new Rate(Double.parseDouble(p[0]), Double.parseDouble(p[1]), Double.parseDouble(p[2]));
  }
}
