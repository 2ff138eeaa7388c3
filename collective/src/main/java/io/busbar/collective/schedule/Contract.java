package io.busbar.collective.schedule;

import io.busbar.collective.api.CollectiveOp;

/**
 * What an operation starts from and must end with, position by position. A datum is named by its
 * block and its contributor. A position that no step writes keeps what it held; one that is written
 * without being wanted is scratch. Switches hold nothing at first, and nothing is wanted of them.
 * Where an operation has a block for each rank, a block may be of several chunks, which follow each
 * other.
 *
 * @param chunks positions of a region, as in {@link Schedule#chunks}
 */
public record Contract(CollectiveOp op, int ranks, int root, int chunks) {
  /** No datum: the position is empty before, or free after. */
  public static final int NOTHING = -1;

  /** Contributor of a reduced datum: every rank once. */
  public static final int ALL = -2;

  public Contract {
    if (ranks < 1 || root < 0 || root >= ranks || chunks < 1) {
      throw new IllegalArgumentException(
          "ranks " + ranks + ", root " + root + ", chunks " + chunks + " do not go together");
    }
    boolean blocks =
        switch (op) {
          case ALL_GATHER, REDUCE_SCATTER, GATHER, SCATTER, ALL_TO_ALL -> true;
          case ALL_REDUCE, BROADCAST, REDUCE, SEND_RECEIVE -> false;
        };
    if (blocks && chunks % ranks != 0) {
      throw new IllegalArgumentException(
          op + " has blocks of equal parts for " + ranks + " ranks, not " + chunks + " chunks");
    }
  }

  /** Whether the operation has a root. */
  public static boolean rooted(CollectiveOp op) {
    return switch (op) {
      case BROADCAST, REDUCE, GATHER, SCATTER -> true;
      case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, SEND_RECEIVE -> false;
    };
  }

  /** Chunks of a rank's block, where the operation has one for each rank. */
  private int parts() {
    return chunks / ranks;
  }

  private int owner(int position) {
    return position / parts();
  }

  /** Block that a rank contributes at a position before the first step, or {@link #NOTHING}. */
  public int inputBlock(int rank, int position) {
    if (position >= chunks) {
      return NOTHING;
    }
    boolean held =
        switch (op) {
          case ALL_REDUCE, REDUCE_SCATTER, REDUCE, ALL_TO_ALL, SEND_RECEIVE -> true;
          case ALL_GATHER, GATHER -> owner(position) == rank;
          case BROADCAST, SCATTER -> rank == root;
        };
    return held ? position : NOTHING;
  }

  /** Block that is wanted at a position after the last step, or {@link #NOTHING}. */
  public int outputBlock(int rank, int position) {
    boolean second = position >= chunks && position < 2 * chunks;
    return switch (op) {
      case ALL_REDUCE, ALL_GATHER, BROADCAST -> position < chunks ? position : NOTHING;
      case REDUCE, GATHER -> rank == root && position < chunks ? position : NOTHING;
      case REDUCE_SCATTER, SCATTER ->
          position < chunks && owner(position) == rank ? position : NOTHING;
      case ALL_TO_ALL -> second ? rank * parts() + position % parts() : NOTHING;
      case SEND_RECEIVE -> second ? position - chunks : NOTHING;
    };
  }

  /** Who contributes the datum that is wanted there: a rank, or {@link #ALL} for a sum. */
  public int contributor(int rank, int position) {
    return switch (op) {
      case ALL_REDUCE, REDUCE_SCATTER, REDUCE -> ALL;
      case ALL_GATHER, GATHER -> owner(position);
      case BROADCAST, SCATTER -> root;
      case ALL_TO_ALL -> owner(position - chunks);
      case SEND_RECEIVE -> rank == 0 ? ranks - 1 : rank - 1;
    };
  }
}
