package io.busbar.runtime.preflight;

/**
 * Round trips of eight bytes between two hosts, and what they tell of the clocks.
 *
 * @param clockNs by how much the second host's clock is ahead, from the quickest trip as NTP does:
 *     t2 - (t1 + t3) / 2
 * @param boundNs half of that trip: the offset is right within it
 * @param waited share of the time in which threads of the busier host had no processor
 */
record Trips(
    double minUs, double medianUs, double p99Us, long clockNs, long boundNs, double waited) {
  /** The same, measured on hosts that had to wait for a share of the time. */
  Trips waited(double share) {
    return new Trips(minUs, medianUs, p99Us, clockNs, boundNs, share);
  }

  String encoded() {
    return minUs + " " + medianUs + " " + p99Us + " " + clockNs + " " + boundNs + " " + waited;
  }

  static Trips decoded(String text) {
    String[] p = text.split(" ", -1);
    return new Trips(
        Double.parseDouble(p[0]),
        Double.parseDouble(p[1]),
        Double.parseDouble(p[2]),
        Long.parseLong(p[3]),
        Long.parseLong(p[4]),
        Double.parseDouble(p[5]));
  }

  /** The better of two measurements. */
  Trips best(Trips other) {
    Trips closer = other.boundNs < boundNs ? other : this;
    return new Trips(
        Math.min(minUs, other.minUs),
        Math.min(medianUs, other.medianUs),
        Math.min(p99Us, other.p99Us),
        closer.clockNs,
        closer.boundNs,
        Math.min(waited, other.waited));
  }
}
