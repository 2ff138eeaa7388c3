package io.busbar.runtime.transport;

/**
 * A clock that stands still while this process does: what a stopped process or a sleeping machine
 * did not hear is nobody's fault. It sees that it has not been looked at for longer than 300 ms.
 * For one thread, which looks more often than that.
 */
public final class AwakeClock {
  private static final long ABSENT_NS = 300_000_000;

  private long looked = System.nanoTime();
  private long absent;

  /** {@return nanoseconds, of which only differences mean something} */
  public long now() {
    long now = System.nanoTime();
    if (now - looked > ABSENT_NS) {
      absent += now - looked;
    }
    looked = now;
    return now - absent;
  }
}
