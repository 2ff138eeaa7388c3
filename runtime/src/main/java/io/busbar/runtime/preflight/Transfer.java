package io.busbar.runtime.preflight;

import java.io.IOException;

/**
 * A transfer between this host and another, in one direction or both at once.
 *
 * @param there from this host, measured where it arrives
 * @param back from the other host
 */
record Transfer(Rate there, Rate back) {
  static Transfer of(Station own, Caller caller, boolean sends, boolean receives)
      throws IOException {
    Counters here = own.counters();
    Counters there = caller.counters();
    double[] rates = caller.stream(sends, receives);
    double waited =
        Math.max(
            own.counters().since(here).waitedShare(), caller.counters().since(there).waitedShare());
    return new Transfer(Rate.of(rates[0], waited), Rate.of(rates[1], waited));
  }
}
