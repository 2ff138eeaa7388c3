package io.busbar.app;

/** What the process tells its caller. */
final class ExitCodes {
  /** Done. */
  static final int DONE = 0;

  /** Done, and something was found that should fail a script. */
  static final int FOUND = 1;

  /** The input or the call is wrong. */
  static final int INPUT = 2;

  /** A fault of Busbar. */
  static final int FAULT = 70;

  private ExitCodes() {}
}
