package io.busbar.runtime.error;

/** A wait took longer than the communicator allows; the message says who was waited for. */
public final class CollectiveTimeoutException extends CollectiveException {
  private static final long serialVersionUID = 1L;

  CollectiveTimeoutException(String message, int failedRank, long operation) {
    super(message, failedRank, operation);
  }
}
