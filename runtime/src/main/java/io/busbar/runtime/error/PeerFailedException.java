package io.busbar.runtime.error;

/** A rank died, was cut off, or its program failed. */
public final class PeerFailedException extends CollectiveException {
  private static final long serialVersionUID = 1L;

  PeerFailedException(String message, int failedRank, long operation) {
    super(message, failedRank, operation);
  }
}
