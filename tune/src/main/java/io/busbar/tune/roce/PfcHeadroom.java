package io.busbar.tune.roce;

/**
 * Buffer that a port needs per lossless priority for what still arrives after it has asked for a
 * pause, bytes. Two published forms; the larger one is to be planned with.
 */
public final class PfcHeadroom {
  /** Largest Ethernet frame that RoCE fabrics are set to, bytes. */
  public static final int FRAME_BYTES = 9216;

  private static final double RESPONSE_BYTES = 3840;
  private static final double BYTES_PER_GIGABIT_AND_100_M = 130;
  private static final double SECONDS_PER_METRE = 5e-9;
  private static final double BITS_PER_BYTE = 8;
  private static final double GIGA = 1e9;
  private static final double PAUSE_FRAME_BITS = 672;

  /** A frame of 9,216 bytes with preamble and gap. */
  private static final double FRAME_BITS = 73_888;

  /** Rate in Gb/s, delay of one interface in bit times, response to a pause in bit times. */
  private static final double[][] COMPONENTS = {
    {10, 8_192, 30_720}, {40, 24_576, 60_416}, {100, 122_880, 201_728}, {400, 491_520, 463_360}
  };

  private PfcHeadroom() {}

  /**
   * The vendors' planning form: a frame being sent, a frame being received, 3,840 B of response,
   * and 130 B for each 100 m and Gb/s of cable, which is its two ways.
   *
   * @param gigabits rate of the link, Gb/s
   * @param metres length of the cable
   */
  public static double planned(double gigabits, double metres) {
    return 2.0 * FRAME_BYTES
        + RESPONSE_BYTES
        + BYTES_PER_GIGABIT_AND_100_M * gigabits * metres / 100;
  }

  /**
   * The sum of IEEE 802.1Q's components in bit times: two frames, the pause frame, the delay of two
   * interfaces, the peer's response, and the cable both ways at 5 ns per metre. Between the
   * published rates (10, 40, 100, 400 Gb/s) delays are interpolated, above them they stay the same
   * times. The interface delay at 400 Gb/s is not published; that of 100 Gb/s is taken as a time.
   */
  public static double components(double gigabits, double metres) {
    double cable = 2 * metres * SECONDS_PER_METRE * gigabits * GIGA;
    double bits =
        2 * FRAME_BITS + PAUSE_FRAME_BITS + 2 * delay(gigabits, 1) + delay(gigabits, 2) + cable;
    return bits / BITS_PER_BYTE;
  }

  private static double delay(double gigabits, int column) {
    double[] below = COMPONENTS[0];
    for (double[] row : COMPONENTS) {
      if (gigabits <= row[0]) {
        double share = row == below ? 0 : (gigabits - below[0]) / (row[0] - below[0]);
        return below[column] + share * (row[column] - below[column]);
      }
      below = row;
    }
    return below[column] * gigabits / below[0];
  }

  /** The larger of both forms. */
  public static double bytes(double gigabits, double metres) {
    return Math.max(planned(gigabits, metres), components(gigabits, metres));
  }
}
