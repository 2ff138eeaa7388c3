package io.busbar.simulate.play;

/** Told of every step when it is done, for timelines; called in the order of simulated time. */
@FunctionalInterface
public interface StepRecorder {
  /** Keeps nothing. */
  StepRecorder NONE = (agent, channel, fromPs, readyPs, atPs, flags, from, to, bytes) -> {};

  /**
   * A step is done.
   *
   * @param fromPs when the lane came to the step
   * @param readyPs when all it waited for was there
   * @param atPs when it was done and its message was handed over
   * @param flags of {@link io.busbar.collective.schedule.Step}
   * @param from agent it received from, or −1
   * @param to agent it sent to, or −1
   * @param bytes of the message that was sent, or 0
   */
  void step(
      int agent,
      int channel,
      long fromPs,
      long readyPs,
      long atPs,
      int flags,
      int from,
      int to,
      long bytes);
}
