package io.busbar.simulate.network;

/** What happened, or is to be played, concerns all parts of a network at one instant. */
public final class Inseparable extends RuntimeException {
  private static final long serialVersionUID = 1;

  public Inseparable(String what) {
    super(what);
  }
}
