package io.busbar.simulate.packet;

/**
 * Holds queue pairs below line rate after notifications of congestion. Timers are no events: state
 * is brought up to date when a queue pair sends or is notified. Queue pairs count from 0.
 */
interface RateControl {

  static RateControl of(Core core) {
    PacketSettings settings = core.settings;
    if (settings.window() != null) {
      return WindowControl.of(core, settings.window());
    }
    return settings.table().on()
        ? new TableControl(settings.table())
        : new DcqcnControl(settings.rate());
  }

  /** One more queue pair, at line rate. */
  void add(int pair, double bytesPerSecond);

  /** Whether the queue pair sends below line rate. */
  boolean limited(int pair);

  /** A notification came in. */
  void notified(int pair, long nowPs);

  /**
   * Time until the next packet of a limited queue pair may follow one of {@code bytes} that is sent
   * now.
   */
  long gapPs(int pair, int bytes, long nowPs);

  /**
   * When a queue pair that must wait until {@code duePs} should look again: a stage may end before,
   * and raise its rate.
   */
  long lookAgainPs(int pair, long duePs);

  /** The due time anew: the bytes still owed, at the rate of now. */
  long dueAnewPs(int pair, long duePs, long nowPs);
}
