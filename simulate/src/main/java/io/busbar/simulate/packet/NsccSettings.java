package io.busbar.simulate.packet;

/**
 * The sender's control of Ultra Ethernet (network-signalled congestion control, Ultra Ethernet
 * Specification 1.0, section 3.6): the mark and the queueing delay of each acknowledged packet
 * choose between growing in proportion, growing fairly, holding and cutting. Steps are in packets
 * of a network of 100 Gb/s and 12 us and grow with the bandwidth-delay product.
 *
 * @param targetPs queueing delay aimed at, picoseconds; 0 takes the unloaded round trip
 * @param most largest window, and the first, in bandwidth-delay products
 * @param proportional packets a round trip without queueing
 * @param fair packets a round trip at a queue over the target that marks nothing
 * @param steady packets a round trip always
 * @param fast part of what is acknowledged that a path without queueing adds
 * @param gamma weight of the excess in a cut, which takes half at most
 * @param delayGain weight of a new delay in their average
 * @param quickDelay targets of delay from which the window becomes what arrived in a round trip
 * @param quickGate that only when fewer than the largest window over 2^gate arrived
 */
public record NsccSettings(
    long targetPs,
    double most,
    double proportional,
    double fair,
    double steady,
    double fast,
    double gamma,
    double delayGain,
    double quickDelay,
    int quickGate)
    implements WindowSettings {
  /** Defaults of the consortium's simulator (uet-htsim, uec.cpp, initNsccParams). */
  public static final NsccSettings UET =
      new NsccSettings(0, 1.5, 4, 5, 0.15, 0.25, 0.8, 0.0125, 4, 3);

  /** The network whose steps are given: 100 Gb/s and 12 us, bytes. */
  static final double REFERENCE_BYTES = 100e9 / 8 * 12e-6;

  public NsccSettings {
    if (targetPs < 0 || !(most > 0) || !(gamma > 0) || !(delayGain > 0 && delayGain <= 1)) {
      throw new IllegalArgumentException(
          "the largest window and gamma are above 0, the gain above 0 and at most 1");
    }
    if (!(proportional >= 0 && fair >= 0 && steady >= 0 && fast >= 0 && quickDelay > 0)
        || quickGate < 0
        || quickGate > 30) {
      throw new IllegalArgumentException("steps are not negative, the gate is 0 to 30");
    }
  }
}
