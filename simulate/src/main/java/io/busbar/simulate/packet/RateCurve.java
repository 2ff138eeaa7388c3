package io.busbar.simulate.packet;

/**
 * The rate of one DCQCN sender that is told of congestion and never sends: increase stages come
 * from its timer only. For checks and drawings. Times do not go back.
 */
public final class RateCurve {
  private final DcqcnControl control;

  /**
   * @param lineBytesPerSecond rate it starts with
   */
  public RateCurve(RateSettings settings, double lineBytesPerSecond) {
    control = new DcqcnControl(settings);
    control.add(0, lineBytesPerSecond);
  }

  /** A notification comes in. */
  public void notified(long atPs) {
    control.notified(0, atPs);
  }

  /** Rate then, bytes per second. */
  public double rate(long atPs) {
    control.gapPs(0, 0, atPs);
    return control.rate(0);
  }

  /** The rate that recovery aims at, bytes per second, at the time that was asked for last. */
  public double target() {
    return control.target(0);
  }

  /** The estimate of congestion then. */
  public double alpha(long atPs) {
    control.gapPs(0, 0, atPs);
    return control.alpha(0);
  }
}
