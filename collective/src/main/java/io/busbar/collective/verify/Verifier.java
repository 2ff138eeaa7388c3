package io.busbar.collective.verify;

import io.busbar.collective.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;

/**
 * Proves that a schedule does what its operation promises, whatever the sizes and the timing.
 * Proved are: every rank ends with exactly the wanted data, no lane waits for ever with the given
 * number of slots per connection, and no message is left over. More slots never make it worse.
 */
public final class Verifier {
  private Verifier() {}

  /** With one slot per connection, which is the hardest case. */
  public static Verification verify(Schedule schedule) {
    return verify(schedule, 1, Hold.HAND);
  }

  /**
   * @param slots messages that a connection holds
   * @param hold where a message is while it waits to be sent on
   */
  public static Verification verify(Schedule schedule, int slots, Hold hold) {
    if (slots < 1) {
      throw new IllegalArgumentException("slots " + slots + "; expected 1 or more");
    }
    List<Traffic> traffic = new ArrayList<>();
    long steps = 0;
    int rounds = 0;
    for (int channel = 0; channel < schedule.channels(); channel++) {
      SymbolicRun run = new SymbolicRun(schedule, channel, slots, hold, SymbolicRun.Observer.NONE);
      run.run();
      run.checkResult();
      steps += run.stepsRun();
      rounds = Math.max(rounds, run.rounds());
      traffic.add(run.traffic());
      if (run.fault() != null) {
        return new Verification(run.fault(), steps, rounds, traffic);
      }
    }
    return new Verification(null, steps, rounds, traffic);
  }
}
