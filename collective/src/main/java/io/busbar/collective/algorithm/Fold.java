package io.busbar.collective.algorithm;

/**
 * Any number of ranks as a power of two of members: of the first 2·(n−p) ranks the even ones fold
 * into the odd ones behind them. Each member stands for a run of one or two ranks.
 */
final class Fold {
  private final int ranks;
  private final int members;
  private final int folded;

  Fold(int ranks) {
    this.ranks = ranks;
    members = Integer.highestOneBit(ranks);
    folded = ranks - members;
  }

  int members() {
    return members;
  }

  int levels() {
    return Integer.numberOfTrailingZeros(members);
  }

  /** Member that a rank is, or −1 for one that is folded in. */
  int member(int rank) {
    if (rank >= 2 * folded) {
      return rank - folded;
    }
    return rank % 2 == 0 ? -1 : rank / 2;
  }

  int rank(int member) {
    return member < folded ? 2 * member + 1 : member + folded;
  }

  /** The other rank of a folded pair, or −1. */
  int partner(int rank) {
    return rank < 2 * folded ? rank ^ 1 : -1;
  }

  /** First rank that a member stands for; for {@link #members} the number of ranks. */
  int first(int member) {
    return Math.min(ranks, member < folded ? 2 * member : member + folded);
  }
}
