package io.busbar.collective.schedule;

/** How the programs of ranks follow from that of rank 0, so that one may stand for all. */
public enum Symmetry {
  /** Nothing is promised. */
  NONE,
  /**
   * Rank r does what rank 0 does, with r added to every rank and to every position inside its
   * region, modulo the ranks.
   */
  SHIFT
}
