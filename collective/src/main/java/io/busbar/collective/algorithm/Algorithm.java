package io.busbar.collective.algorithm;

import io.busbar.collective.api.CollectiveOp;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Algorithms, by NCCL's names where it has one, with the operations that each does. */
public enum Algorithm {
  RING(
      CollectiveOp.ALL_REDUCE,
      CollectiveOp.ALL_GATHER,
      CollectiveOp.REDUCE_SCATTER,
      CollectiveOp.BROADCAST,
      CollectiveOp.REDUCE),
  /** Double binary tree. */
  TREE(CollectiveOp.ALL_REDUCE, CollectiveOp.BROADCAST, CollectiveOp.REDUCE),
  RECURSIVE_DOUBLING(CollectiveOp.ALL_REDUCE, CollectiveOp.ALL_GATHER),
  HALVING_DOUBLING(CollectiveOp.ALL_REDUCE, CollectiveOp.ALL_GATHER, CollectiveOp.REDUCE_SCATTER),
  BINOMIAL(CollectiveOp.BROADCAST, CollectiveOp.REDUCE, CollectiveOp.GATHER, CollectiveOp.SCATTER),
  PAT(CollectiveOp.ALL_GATHER, CollectiveOp.REDUCE_SCATTER),
  HIERARCHICAL(CollectiveOp.ALL_REDUCE, CollectiveOp.ALL_GATHER, CollectiveOp.REDUCE_SCATTER),
  /** One dimension of a grid after the other. */
  BY_DIMENSION(CollectiveOp.ALL_REDUCE, CollectiveOp.ALL_GATHER, CollectiveOp.REDUCE_SCATTER),
  NVLS(CollectiveOp.ALL_REDUCE, CollectiveOp.ALL_GATHER, CollectiveOp.REDUCE_SCATTER),
  NVLS_TREE(CollectiveOp.ALL_REDUCE),
  COLLNET_DIRECT(CollectiveOp.ALL_REDUCE),
  COLLNET_CHAIN(CollectiveOp.ALL_REDUCE),
  DIRECT(CollectiveOp.values()),
  PAIRWISE(CollectiveOp.ALL_TO_ALL),
  PXN(CollectiveOp.ALL_TO_ALL),
  TWO_LEVEL(CollectiveOp.ALL_TO_ALL);

  private final Set<CollectiveOp> operations;

  Algorithm(CollectiveOp... operations) {
    this.operations = EnumSet.noneOf(CollectiveOp.class);
    this.operations.addAll(Set.of(operations));
  }

  /** Operations that the algorithm does, on machines that suit it. */
  public Set<CollectiveOp> operations() {
    return EnumSet.copyOf(operations);
  }

  /** The name in options and answers: {@code nvls-tree}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
