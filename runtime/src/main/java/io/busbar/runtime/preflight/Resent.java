package io.busbar.runtime.preflight;

/**
 * Segments of TCP that were sent again. TCP sends some again that had arrived: when they overtook
 * each other, or when a busy host acknowledged late. The receiver reports those (duplicate SACK,
 * RFC 2883), and they were not lost.
 *
 * @param segments sent
 * @param again how many of them again
 * @param needless how many of these the receiver had already
 */
record Resent(long segments, long again, long needless) {
  static final Resent NOTHING = new Resent(0, 0, 0);

  /** Of a sender, by what its kernel counted. */
  static Resent of(Counters sender) {
    return new Resent(
        sender.of(Counters.SEGMENTS), sender.of(Counters.RETRANSMITTED), sender.needless());
  }

  /** Segments that did not arrive. */
  long lost() {
    return Math.max(0, again - needless);
  }

  /** Share of segments that did not arrive. */
  double lostShare() {
    return segments == 0 ? 0 : (double) lost() / segments;
  }

  Resent plus(Resent other) {
    return new Resent(segments + other.segments, again + other.again, needless + other.needless);
  }

  String encoded() {
    return segments + "," + again + "," + needless;
  }

  static Resent decoded(String text) {
    String[] p = text.split(",", -1);
    return new Resent(Long.parseLong(p[0]), Long.parseLong(p[1]), Long.parseLong(p[2]));
  }
}
