package io.busbar.simulate.packet;

/**
 * Receivers' credits of Ultra Ethernet (receiver credit congestion control, Ultra Ethernet
 * Specification 1.0, section 3.6): a sender sends what its receiver granted. Receivers share their
 * link out in turn among those who have something to send.
 *
 * @param initial what a sender that was idle may send ungranted, in bandwidth-delay products of its
 *     path; 0 makes it ask first
 * @param outstanding what a receiver may have granted and not received, in bandwidth-delay products
 * @param quantum packets of a grant
 */
public record CreditSettings(double initial, double outstanding, int quantum)
    implements WindowSettings {
  /**
   * Four packets a grant are the specification's default, and 1.5 bandwidth-delay products the
   * largest window (uet-htsim, uec.cpp). The first window, one of them, is chosen here: it fills
   * the path until the first grant is back.
   */
  public static final CreditSettings UET = new CreditSettings(1, 1.5, 4);

  public CreditSettings {
    if (!(initial >= 0) || !(outstanding > 0) || quantum < 1) {
      throw new IllegalArgumentException("outstanding credit and the quantum are above 0");
    }
  }
}
