package io.busbar.tune.roce;

/**
 * How RoCE packets are marked. The traffic class is the whole byte of the IP header: {@code 4·DSCP
 * + ECN} (RFC 2474, RFC 3168).
 *
 * @param dscp 0 to 63
 * @param priority queue that switches and NICs give it, 0 to 7
 */
public record TrafficClass(int dscp, int priority) {
  private static final int ECN_CAPABLE = 2;
  private static final int DSCPS_PER_PRIORITY = 8;

  /** What most guides use, and what NICs map to priority 3 by default. */
  public static final TrafficClass USUAL = ofDscp(26);

  public TrafficClass {
    if (dscp < 0 || dscp > 63 || priority < 0 || priority > 7) {
      throw new IllegalArgumentException("DSCP " + dscp + ", priority " + priority);
    }
  }

  /** With the priority of NICs' default map, DSCP / 8. */
  public static TrafficClass ofDscp(int dscp) {
    return new TrafficClass(dscp, dscp / DSCPS_PER_PRIORITY);
  }

  /** The byte that {@code NCCL_IB_TC} takes, marked as capable of ECN. */
  public int value() {
    return 4 * dscp + ECN_CAPABLE;
  }

  /** The argument of {@code mlnx_qos --pfc}: 1 for the own priority, 0 for the others. */
  public String pfcBits() {
    StringBuilder bits = new StringBuilder("0,0,0,0,0,0,0,0");
    bits.setCharAt(2 * priority, '1');
    return bits.toString();
  }
}
