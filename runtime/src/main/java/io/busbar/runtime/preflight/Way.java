package io.busbar.runtime.preflight;

/**
 * What was measured from one host to another.
 *
 * @param bytesPerS with nothing else between the two
 * @param bothBytesPerS while the other way was in use too
 * @param segments of TCP that the sender sent while measured
 * @param retransmitted how many of them again
 * @param datagramsLost of {@link Datagrams#COUNT} sent
 * @param reachBytes largest packet that arrived uncut; 0 when none did
 */
record Way(
    double bytesPerS,
    double bothBytesPerS,
    long segments,
    long retransmitted,
    int datagramsLost,
    int reachBytes) {

  String encoded() {
    return bytesPerS
        + " "
        + bothBytesPerS
        + " "
        + segments
        + " "
        + retransmitted
        + " "
        + datagramsLost
        + " "
        + reachBytes;
  }

  static Way decoded(String text) {
    String[] p = text.split(" ", -1);
    return new Way(
        Double.parseDouble(p[0]),
        Double.parseDouble(p[1]),
        Long.parseLong(p[2]),
        Long.parseLong(p[3]),
        Integer.parseInt(p[4]),
        Integer.parseInt(p[5]));
  }

  /** The better of two measurements; what is counted adds up. */
  Way best(Way other) {
    return new Way(
        Math.max(bytesPerS, other.bytesPerS),
        Math.max(bothBytesPerS, other.bothBytesPerS),
        segments + other.segments,
        retransmitted + other.retransmitted,
        Math.min(datagramsLost, other.datagramsLost),
        Math.max(reachBytes, other.reachBytes));
  }
}
