package io.busbar.runtime.preflight;

/**
 * What was measured from one host to another.
 *
 * @param alone with nothing else between the two
 * @param both while the other way was in use too
 * @param resent of TCP while it sent as fast as it could
 * @param paced of TCP while it sent at a part of the rate, which fills no queue; nothing where that
 *     was not measured
 * @param datagramsLost of {@link Datagrams#COUNT} sent
 * @param reachBytes largest packet that arrived uncut; 0 when none did
 */
record HostPath(
    Rate alone, Rate both, Resent resent, Resent paced, int datagramsLost, int reachBytes) {

  double bytesPerS() {
    return alone.bytesPerS();
  }

  /** What is kept of the rate while the other way is in use. */
  double keptShare() {
    return both.bytesPerS() / alone.bytesPerS();
  }

  String encoded() {
    return String.join(
        " ",
        alone.encoded(),
        both.encoded(),
        resent.encoded(),
        paced.encoded(),
        Integer.toString(datagramsLost),
        Integer.toString(reachBytes));
  }

  static HostPath decoded(String text) {
    String[] p = text.split(" ", -1);
    return new HostPath(
        Rate.decoded(p[0]),
        Rate.decoded(p[1]),
        Resent.decoded(p[2]),
        Resent.decoded(p[3]),
        Integer.parseInt(p[4]),
        Integer.parseInt(p[5]));
  }

  /** With what was sent at a part of the rate. */
  HostPath paced(Resent more) {
    return new HostPath(alone, both, resent, paced.plus(more), datagramsLost, reachBytes);
  }

  /** The better of two measurements; what is counted adds up. */
  HostPath best(HostPath other) {
    return new HostPath(
        alone.best(other.alone),
        both.best(other.both),
        resent.plus(other.resent),
        paced.plus(other.paced),
        Math.min(datagramsLost, other.datagramsLost),
        Math.max(reachBytes, other.reachBytes));
  }
}
