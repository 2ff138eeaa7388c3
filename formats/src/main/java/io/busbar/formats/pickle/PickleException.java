package io.busbar.formats.pickle;

import java.io.IOException;

/** A pickle that is cut, malformed, too large, or wants to run something. */
public final class PickleException extends IOException {
  private static final long serialVersionUID = 1L;

  PickleException(int at, String what) {
    super("byte " + at + ": " + what);
  }
}
