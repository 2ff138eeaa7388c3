package io.busbar.collective.api;

/**
 * How long collectives take. Two stages, so that a search over layouts can keep what does not
 * depend on the size. Implementations are immutable and thread-safe.
 */
public interface TimeModel {
  /** The time curve of an operation on a communicator. */
  CollectiveCurve prepare(CollectiveOp op, GroupShape group);
}
