package io.busbar.runtime.transport;

/** A peer sent what it must not send. */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ProtocolException(String what) {
    super(what);
  }
}
