package io.busbar.runtime.error;

/** Somebody ended the group. */
public final class CollectiveAbortedException extends CollectiveException {
  private static final long serialVersionUID = 1L;

  CollectiveAbortedException(String message, int failedRank, long operation) {
    super(message, failedRank, operation);
  }
}
