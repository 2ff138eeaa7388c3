package io.busbar.runtime.preflight;

/**
 * What was measured between two hosts on one interface each.
 *
 * @param there from the first host of the pair to the second
 * @param back from the second to the first
 */
record PairFigures(HostPath there, HostPath back, Trips trips) {
  String encoded() {
    return there.encoded() + "\n" + back.encoded() + "\n" + trips.encoded();
  }

  static PairFigures decoded(String text) {
    String[] lines = text.split("\n", -1);
    return new PairFigures(
        HostPath.decoded(lines[0]), HostPath.decoded(lines[1]), Trips.decoded(lines[2]));
  }

  /** The better of two measurements, each figure by itself. */
  PairFigures best(PairFigures other) {
    return new PairFigures(there.best(other.there), back.best(other.back), trips.best(other.trips));
  }
}
