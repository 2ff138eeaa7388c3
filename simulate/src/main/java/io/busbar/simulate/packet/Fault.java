package io.busbar.simulate.packet;

/**
 * Something that is wrong for a time. Packets on a faulty link are lost; pause and credit frames
 * are not.
 *
 * @param kind what is wrong
 * @param where a port, an endpoint or a switch, as the kind says
 * @param fromPs when it begins
 * @param untilPs when it is over; {@code Long.MAX_VALUE} for never
 * @param value as the kind says; ignored by others
 * @param periodPs of a flapping link; 0 for others
 */
public record Fault(Kind kind, int where, long fromPs, long untilPs, double value, long periodPs) {

  /** What may be wrong. */
  public enum Kind {
    /** Packets leaving a port are lost with probability {@code value}. */
    LOSS,
    /** Bits of packets leaving a port are wrong with probability {@code value} each. */
    BIT_ERRORS,
    /** The link of a port is down in both directions; switches route round it where they can. */
    LINK_DOWN,
    /**
     * The link of a port goes down at the start of each period, for the part {@code value} of it.
     */
    FLAP,
    /** The link of a port runs at {@code value}, at most 1, times its rate in both directions. */
    SLOW_LINK,
    /** All links of an endpoint run at {@code value} times their rate in both directions. */
    SLOW_HOST,
    /** An endpoint's NIC takes nothing in: it pauses its switch, or returns no credit. */
    STUCK_NIC,
    /** All links of a switch are down. */
    SWITCH_LOSS
  }

  public Fault {
    boolean flaps = kind == Kind.FLAP;
    boolean share = flaps || kind == Kind.LOSS || kind == Kind.BIT_ERRORS;
    boolean factor = kind == Kind.SLOW_LINK || kind == Kind.SLOW_HOST;
    if (fromPs < 0 || untilPs <= fromPs) {
      throw new IllegalArgumentException("a fault begins before it ends: " + fromPs);
    }
    if (flaps && (periodPs < 2 || value == 0)) {
      throw new IllegalArgumentException("a flap has a period and a part of it");
    }
    if ((share && !(value >= 0 && value <= 1)) || (factor && !(value > 0 && value <= 1))) {
      throw new IllegalArgumentException(kind + " cannot be " + value);
    }
  }

  /** A fault of any kind but {@link Kind#FLAP}. */
  public Fault(Kind kind, int where, long fromPs, long untilPs, double value) {
    this(kind, where, fromPs, untilPs, value, 0);
  }

  /** A link that goes down again and again: at the start of each period, for a part of it. */
  public static Fault flap(int port, long fromPs, long untilPs, long periodPs, double downShare) {
    return new Fault(Kind.FLAP, port, fromPs, untilPs, downShare, periodPs);
  }
}
