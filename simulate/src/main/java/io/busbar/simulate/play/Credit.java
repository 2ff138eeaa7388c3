package io.busbar.simulate.play;

/** What a lane must have before it may send into a peer's buffer. */
public enum Credit {
  /** Nothing: buffers have no end. Schedules of several streams have slots all the same. */
  UNLIMITED,
  /** A free slot; the sender knows at once when the receiver empties one (shared memory). */
  SLOT,
  /**
   * A free slot and the receiver's word for it: a small message in its own traffic class, as NCCL's
   * network transport has it. The first grants all slots when the operation starts.
   */
  CLEAR_TO_SEND
}
