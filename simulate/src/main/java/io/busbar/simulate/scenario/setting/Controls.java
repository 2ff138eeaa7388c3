package io.busbar.simulate.scenario.setting;

import io.busbar.simulate.packet.CreditSettings;
import io.busbar.simulate.packet.HpccSettings;
import io.busbar.simulate.packet.MarkingSettings;
import io.busbar.simulate.packet.NsccSettings;
import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.packet.SwiftSettings;

/**
 * Parameters of the controls that bound what is under way, each in its own words.
 *
 * @param marking of switches for nscc
 */
public record Controls(
    HpccSettings hpcc,
    SwiftSettings swift,
    NsccSettings nscc,
    MarkingSettings marking,
    CreditSettings rccc) {
  /**
   * Bytes that 400 Gb/s carry in 12 us, the round trip that Ultra Ethernet's steps are given for.
   */
  private static final long PRODUCT = 600_000;

  /** Marks from a fifth to four fifths of a bandwidth-delay product of 12 us (uet-htsim). */
  public static final MarkingSettings NSCC_MARKS =
      new MarkingSettings(PRODUCT / 5, PRODUCT * 4 / 5, 1, 50_000_000_000L, true);

  public static final Controls PUBLISHED =
      new Controls(
          HpccSettings.PAPER,
          SwiftSettings.HTSIM,
          NsccSettings.UET,
          NSCC_MARKS,
          CreditSettings.UET);

  /** Lossless Ethernet with one of them; HPCC's telemetry makes packets longer. */
  public PacketSettings settings(Congestion congestion) {
    PacketSettings plain = Congestion.NONE.packetSettings();
    PacketSettings.Wire wire = plain.wire();
    return switch (congestion) {
      case HPCC ->
          plain
              .with(hpcc)
              .with(
                  new PacketSettings.Wire(
                      wire.mtuBytes(),
                      wire.headerBytes() + HpccSettings.HEADER_BYTES,
                      wire.gapBytes(),
                      wire.controlBytes() + HpccSettings.HEADER_BYTES));
      case SWIFT -> plain.with(swift);
      case NSCC -> plain.with(nscc).with(marking);
      case RCCC -> plain.with(rccc);
      default -> congestion.packetSettings();
    };
  }
}
