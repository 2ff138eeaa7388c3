package io.busbar.runtime.error;

import io.busbar.runtime.transport.Failure;

/**
 * A collective that did not finish. Its outputs are undefined, and the communicator can only {@code
 * shrink} or be closed. All ranks of the group get one, with the same cause.
 */
public class CollectiveException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The rank at fault; −1 when none is known. */
  private final int failedRank;

  /** Number of the operation that this rank was in, from 1. */
  private final long operation;

  CollectiveException(String message, int failedRank, long operation) {
    super(message);
    this.failedRank = failedRank;
    this.operation = operation;
  }

  /**
   * What a failure of the group is to a rank.
   *
   * @param failure what the group was told first
   * @param where what the rank did meanwhile, such as {@code rank 2, operation 17, all_reduce}
   * @param operation its number
   * @return the subclass that says what kind of failure it is
   */
  public static CollectiveException of(Failure failure, String where, long operation) {
    int rank = failure.rank();
    String text = (rank < 0 ? "" : "rank " + rank + " ") + failure.text() + " [" + where + "]";
    return switch (failure.kind()) {
      case PEER -> new PeerFailedException(text, rank, operation);
      case TIMEOUT -> new CollectiveTimeoutException(text, rank, operation);
      case MISMATCH -> new CollectiveMismatchException(text, rank, operation);
      case ABORT -> new CollectiveAbortedException(text, rank, operation);
    };
  }

  /** {@return the rank at fault, as this group counts; −1 when none is known} */
  public int failedRank() {
    return failedRank;
  }

  /** {@return the number of the operation that this rank was in, from 1} */
  public long operation() {
    return operation;
  }
}
