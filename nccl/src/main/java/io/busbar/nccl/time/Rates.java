package io.busbar.nccl.time;

import io.busbar.nccl.api.Protocol;

/**
 * What thread blocks, links and NICs carry for a protocol, bytes per second in one direction.
 *
 * @param inside a GPU to others of its domain; infinite when it has none there
 * @param insideLimit what bounds it
 * @param outside all NICs of a domain together; infinite with one domain
 * @param outsideLimit what bounds it
 */
record Rates(double inside, Limit insideLimit, double outside, Limit outsideLimit) {

  /** LL sends a flag of four bytes with every four of data. */
  private static final double LL_PAYLOAD = 0.5;

  /** LL128 sends eight bytes of flags with every 120 of data. */
  private static final double LL128_PAYLOAD = 120.0 / 128;

  /**
   * @param hardware the communicator's links and the constants of their kind
   * @param channels thread blocks of each GPU; 0 when unknown
   */
  static Rates of(Hardware hardware, Protocol protocol, int channels) {
    double blocks =
        channels > 0 && protocol == Protocol.SIMPLE
            ? channels * hardware.channelBytesPerSecond()
            : Double.POSITIVE_INFINITY;
    double links = hardware.insideBytesPerSecond() * hardware.insideShare();
    double nics = hardware.outsideBytesPerSecond() * hardware.outsideShare();
    double inside =
        switch (protocol) {
          case LL -> llInside(hardware, links);
          case LL128 -> links * hardware.ll128Share();
          case SIMPLE -> links;
        };
    double payload =
        switch (protocol) {
          case LL -> LL_PAYLOAD;
          case LL128 -> LL128_PAYLOAD;
          case SIMPLE -> 1;
        };
    return new Rates(
        Math.min(inside, blocks),
        blocks < inside ? Limit.CHANNELS : hardware.insideLimit(),
        Math.min(nics * payload, blocks),
        blocks < nics * payload ? Limit.CHANNELS : hardware.outsideLimit());
  }

  /** Over several domains LL is also bound by its flags. */
  private static double llInside(Hardware hardware, double links) {
    double rate = Math.min(links, hardware.insideBytesPerSecond() * hardware.llShare());
    return hardware.domains() > 1 ? Math.min(rate, links * LL_PAYLOAD) : rate;
  }
}
