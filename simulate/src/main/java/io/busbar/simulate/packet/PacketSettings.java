package io.busbar.simulate.packet;

import org.jspecify.annotations.Nullable;

/**
 * What a packet network does. Start from {@link #roce()} or {@link #infiniBand()} and change parts.
 *
 * @param wire sizes of packets
 * @param classes traffic classes, 2 to 8; the highest carries acknowledgements and notifications
 * @param flow what keeps buffers from overflowing
 * @param buffer buffers of switches
 * @param marking ECN marks; {@link MarkingSettings#OFF} for none
 * @param rate sender's rate control; {@link RateSettings#OFF} for line rate
 * @param table InfiniBand's congestion control in its place; {@link TableSettings#OFF} for none
 * @param window what bounds the bytes under way, in place of both; null for nothing
 * @param routing how a switch picks among equal paths
 * @param transport queue pairs
 */
public record PacketSettings(
    Wire wire,
    int classes,
    FlowControl flow,
    BufferSettings buffer,
    MarkingSettings marking,
    RateSettings rate,
    TableSettings table,
    @Nullable WindowSettings window,
    Routing routing,
    TransportSettings transport) {

  /**
   * Sizes of packets.
   *
   * @param mtuBytes payload of a full packet, at most 9,000
   * @param headerBytes headers and check sums in a frame
   * @param gapBytes preamble and gap that occupy the wire only
   * @param controlBytes frame of an acknowledgement or notification
   */
  public record Wire(int mtuBytes, int headerBytes, int gapBytes, int controlBytes) {
    /** RoCEv2: Ethernet 18, IPv4 20, UDP 8, BTH 12, ICRC 4; preamble and gap 20. */
    public static final Wire ROCE = new Wire(4096, 62, 20, 64);

    /** InfiniBand: LRH 8, BTH 12, ICRC 4, VCRC 2. */
    public static final Wire INFINIBAND = new Wire(4096, 26, 0, 30);

    public Wire {
      if (mtuBytes < 64 || mtuBytes > 9000 || headerBytes < 0 || gapBytes < 0 || controlBytes < 1) {
        throw new IllegalArgumentException("a packet carries 64 to 9,000 bytes: " + mtuBytes);
      }
    }

    /** Payload's share of a saturated link. */
    public double efficiency() {
      return (double) mtuBytes / (mtuBytes + headerBytes + gapBytes);
    }
  }

  /** What keeps buffers from overflowing. */
  public enum FlowControl {
    /** Nothing: a full buffer drops. */
    NONE,
    /** Pause frames per class (802.1Qbb) for all classes but the highest. */
    PAUSE,
    /** InfiniBand's credits per virtual lane; a lane is a class. */
    CREDITS
  }

  /** How a switch picks among equal paths. */
  public enum Routing {
    /** By a hash of the queue pair: one way each. */
    ECMP,
    /** By a random number for each packet. */
    SPRAY,
    /** The port with the fewest bytes waiting, for each packet; among equals a random one. */
    ADAPTIVE
  }

  public PacketSettings {
    if (classes < 2 || classes > 8) {
      throw new IllegalArgumentException("2 to 8 traffic classes: " + classes);
    }
  }

  /** RoCEv2 with pause frames, marks, DCQCN as ConnectX ships it, and ECMP. */
  public static PacketSettings roce() {
    return new PacketSettings(
        Wire.ROCE,
        3,
        FlowControl.PAUSE,
        BufferSettings.ETHERNET,
        MarkingSettings.BY_RATE,
        RateSettings.CONNECTX,
        TableSettings.OFF,
        null,
        Routing.ECMP,
        TransportSettings.ROCE);
  }

  /** InfiniBand with credits and no congestion control. */
  public static PacketSettings infiniBand() {
    return new PacketSettings(
        Wire.INFINIBAND,
        3,
        FlowControl.CREDITS,
        BufferSettings.INFINIBAND,
        MarkingSettings.OFF,
        RateSettings.OFF,
        TableSettings.OFF,
        null,
        Routing.ECMP,
        TransportSettings.ROCE);
  }

  public PacketSettings with(Wire other) {
    return new PacketSettings(
        other, classes, flow, buffer, marking, rate, table, window, routing, transport);
  }

  public PacketSettings with(FlowControl other) {
    return new PacketSettings(
        wire, classes, other, buffer, marking, rate, table, window, routing, transport);
  }

  public PacketSettings with(BufferSettings other) {
    return new PacketSettings(
        wire, classes, flow, other, marking, rate, table, window, routing, transport);
  }

  public PacketSettings with(MarkingSettings other) {
    return new PacketSettings(
        wire, classes, flow, buffer, other, rate, table, window, routing, transport);
  }

  public PacketSettings with(RateSettings other) {
    return new PacketSettings(
        wire, classes, flow, buffer, marking, other, table, window, routing, transport);
  }

  public PacketSettings with(TableSettings other) {
    return new PacketSettings(
        wire, classes, flow, buffer, marking, rate, other, window, routing, transport);
  }

  /** Bounds the bytes under way; rates are those of line, and every packet is acknowledged. */
  public PacketSettings with(WindowSettings other) {
    return new PacketSettings(
        wire,
        classes,
        flow,
        buffer,
        marking,
        RateSettings.OFF,
        TableSettings.OFF,
        other,
        routing,
        transport.withAckEvery(1));
  }

  public PacketSettings with(Routing other) {
    return new PacketSettings(
        wire, classes, flow, buffer, marking, rate, table, window, other, transport);
  }

  public PacketSettings with(TransportSettings other) {
    return new PacketSettings(
        wire, classes, flow, buffer, marking, rate, table, window, routing, other);
  }
}
