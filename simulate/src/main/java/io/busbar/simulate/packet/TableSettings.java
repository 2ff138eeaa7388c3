package io.busbar.simulate.packet;

/**
 * InfiniBand's congestion control (IBTA volume 1, annex A10: the structure; it leaves the figures
 * to the operator). A switch marks packets (FECN) at a queue over the threshold unless it waits for
 * credit itself; the receiver reports (BECN); the sender's queue pair then moves up in a table of
 * delays, and one place down each time its timer ends.
 *
 * @param on whether it is used instead of DCQCN
 * @param notifyPs a receiver reports at most once per queue pair in this time, picoseconds
 * @param timerPs CCTI_Timer: time of one place down, picoseconds
 * @param increase CCTI_Increase: places up for each report
 * @param limit CCTI_Limit: the last place
 * @param delay what each place adds between two packets, as a part of the time of the first: place
 *     i sends at line rate / (1 + i · delay)
 */
public record TableSettings(
    boolean on, long notifyPs, long timerPs, int increase, int limit, double delay) {
  /** Not used. */
  public static final TableSettings OFF = new TableSettings(false, 0, 1, 0, 0, 0);

  /**
   * Chosen here, for no figures were found that hold for 400 Gb/s: a table of 128 places down to a
   * 32nd of line rate; one place per report, at most every 4.096 us; a place down every 16.384 us.
   */
  public static final TableSettings CHOSEN =
      new TableSettings(true, 4_096_000, 16_384_000, 1, 127, 0.25);

  public TableSettings {
    if (notifyPs < 0 || timerPs < 1 || increase < 0 || limit < 0 || !(delay >= 0)) {
      throw new IllegalArgumentException("times, places and delays are not negative");
    }
  }
}
