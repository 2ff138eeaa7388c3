package io.busbar.simulate.packet;

/**
 * HPCC (Li et al., SIGCOMM 2019): switches write the state of each egress port into the packets
 * that leave it, and the sender keeps the fullest link at a part of its rate.
 *
 * @param target η: the part of a link's rate that senders aim at
 * @param stages maxStage: additive steps in a row before the window follows the measured load
 * @param rttPs T, picoseconds; 0 takes the unloaded round trip of each queue pair
 * @param additive W_AI as a part of the window of line rate
 */
public record HpccSettings(double target, int stages, long rttPs, double additive)
    implements WindowSettings {
  /** Bytes that telemetry of five hops adds to a packet (the paper, section 4.1). */
  public static final int HEADER_BYTES = 42;

  /**
   * η and maxStage of the paper; R_AI of its published scripts (alibaba-edu/
   * High-Precision-Congestion-Control, run.py): 10 Mb/s for each 25 Gb/s of line rate.
   */
  public static final HpccSettings PAPER = new HpccSettings(0.95, 5, 0, 1.0 / 2500);

  public HpccSettings {
    if (!(target > 0 && target <= 1) || stages < 0 || rttPs < 0 || !(additive > 0)) {
      throw new IllegalArgumentException("eta is above 0 and at most 1, the additive step above 0");
    }
  }
}
