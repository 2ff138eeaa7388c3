package io.busbar.collective.api;

/** Operations, with the meaning of "bytes" that nccl-tests gives each. */
public enum CollectiveOp {
  /** Bytes: the buffer that every rank holds before and after. */
  ALL_REDUCE,
  /** Bytes: the gathered buffer (ranks times what each contributes). */
  ALL_GATHER,
  /** Bytes: the buffer before reduction (ranks times what each keeps). */
  REDUCE_SCATTER,
  /** Bytes: the buffer that the root sends to every rank. */
  BROADCAST,
  /** Bytes: the buffer that every rank holds and the root keeps the sum of. */
  REDUCE,
  /** Bytes: what the root holds afterwards (ranks times what each contributes). */
  GATHER,
  /** Bytes: what the root holds before (ranks times what each receives). */
  SCATTER,
  /** Bytes: all that one rank sends, its own part included. */
  ALL_TO_ALL,
  /** Bytes: one message from a rank to the next. */
  SEND_RECEIVE
}
