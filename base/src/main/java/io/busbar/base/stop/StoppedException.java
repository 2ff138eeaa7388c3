package io.busbar.base.stop;

/** Nobody waits for the answer any longer. */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StoppedException() {
    super("stopped", null, false, false);
  }
}
