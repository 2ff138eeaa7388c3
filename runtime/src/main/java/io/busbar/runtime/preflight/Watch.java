package io.busbar.runtime.preflight;

/** Is told how far a preflight is, and may end it. */
public interface Watch {
  /**
   * @param what goes on, for people
   * @param done parts of it
   * @param of all its parts
   */
  void at(String what, int done, int of);

  /** Whether to stop with what is known. */
  boolean cancelled();
}
