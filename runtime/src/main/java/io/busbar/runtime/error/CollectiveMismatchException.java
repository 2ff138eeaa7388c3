package io.busbar.runtime.error;

/** Ranks called different operations, or the same with different sizes, types or roots. */
public final class CollectiveMismatchException extends CollectiveException {
  private static final long serialVersionUID = 1L;

  CollectiveMismatchException(String message, int failedRank, long operation) {
    super(message, failedRank, operation);
  }
}
