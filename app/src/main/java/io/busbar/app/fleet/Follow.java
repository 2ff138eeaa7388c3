package io.busbar.app.fleet;

/** Follows work that is spread out, and may end it. */
public interface Follow {
  /**
   * Called a few times a second.
   *
   * @param what is done now, such as "reading"
   * @param done of it
   * @param of all of it
   * @param seconds since it began
   */
  void at(String what, long done, long of, double seconds);

  /** Whether it is to end with what is known. */
  boolean stopped();
}
