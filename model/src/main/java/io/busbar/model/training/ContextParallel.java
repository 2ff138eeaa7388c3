package io.busbar.model.training;

/** How context-parallel ranks exchange keys and values. */
public enum ContextParallel {
  /** Keys and values travel round a ring, overlapped with attention. */
  RING,
  /** Keys and values are gathered before attention. */
  ALL_GATHER,
  /** Heads and positions are exchanged (Ulysses). */
  ALL_TO_ALL
}
