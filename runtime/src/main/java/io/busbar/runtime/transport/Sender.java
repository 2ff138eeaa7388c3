package io.busbar.runtime.transport;

import java.lang.foreign.MemorySegment;

/** The sending end of a link. Messages arrive in order; nothing here waits. Not thread-safe. */
public interface Sender {
  /** Whether there is room for a message. */
  boolean ready();

  /** Where the next message is written, from {@link #at}; only while {@link #ready}. */
  MemorySegment memory();

  long at();

  /**
   * Sends what was written.
   *
   * @param tag what the message is a part of; the receiver compares
   */
  void send(int bytes, long tag);
}
