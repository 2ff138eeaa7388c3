package io.busbar.formats.pickle;

/** A pickle that is cut, malformed, too large, or wants to run something. */
public final class PickleException extends Exception {
  private static final long serialVersionUID = 1L;

  PickleException(int at, String what) {
    super("byte " + at + ": " + what);
  }
}
