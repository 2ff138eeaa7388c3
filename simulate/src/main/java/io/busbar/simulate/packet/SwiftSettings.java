package io.busbar.simulate.packet;

/**
 * Swift (Kumar et al., SIGCOMM 2020): a window that grows while round trips are shorter than a
 * target and shrinks with the excess. The target of a window of w packets over h switches is
 *
 * <pre>base + h · hop + max(0, min(a / √w + b, range)),
 * a = range / (1/√least − 1/√most),  b = −a / √most</pre>
 *
 * @param basePs target without switches and without scaling, picoseconds
 * @param hopPs what each switch of the path adds
 * @param rangePs the most that the scaling by flows adds
 * @param scalingLeast packets in a window below which the target grows no more
 * @param scalingMost packets in a window above which it is not raised
 * @param additive packets a round trip that the window grows
 * @param beta weight of the excess in a cut
 * @param mostCut the largest part of the window that a cut takes
 */
public record SwiftSettings(
    long basePs,
    long hopPs,
    long rangePs,
    double scalingLeast,
    double scalingMost,
    double additive,
    double beta,
    double mostCut)
    implements WindowSettings {
  /**
   * Structure and names are the paper's, which leaves the figures to the operator; these are
   * csg-htsim's (Broadcom/csg-htsim 841d9e7, swift_new.cpp), whose comments call them guesses after
   * the paper's plots.
   */
  public static final SwiftSettings HTSIM =
      new SwiftSettings(20_000_000, 3_053_435, 100_000_000, 0.1, 100, 1, 0.8, 0.5);

  public SwiftSettings {
    if (basePs < 1 || hopPs < 0 || rangePs < 0) {
      throw new IllegalArgumentException("the base target is above 0, no part of it negative");
    }
    if (!(scalingLeast > 0 && scalingMost > scalingLeast)) {
      throw new IllegalArgumentException("scaling is from a least window above 0 to a larger one");
    }
    if (!(additive > 0) || !(beta > 0) || !(mostCut > 0 && mostCut < 1)) {
      throw new IllegalArgumentException("additive and beta are above 0, max-cut between 0 and 1");
    }
  }

  /** The target of a window of so many packets over so many switches, picoseconds. */
  public double targetPs(double packets, int switches) {
    double a = rangePs / (1 / Math.sqrt(scalingLeast) - 1 / Math.sqrt(scalingMost));
    double scaled = a / Math.sqrt(packets) - a / Math.sqrt(scalingMost);
    return basePs + (double) switches * hopPs + Math.clamp(scaled, 0, rangePs);
  }
}
