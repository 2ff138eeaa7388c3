package io.busbar.runtime.transport;

import java.lang.foreign.MemorySegment;

/** The receiving end of a link; nothing here waits. Not thread-safe. */
public interface Receiver {
  /** Whether a message is there. */
  boolean ready();

  /** Where the message is, from {@link #at}; only while {@link #ready}. */
  MemorySegment memory();

  long at();

  /** Bytes of the message. */
  int bytes();

  /** What the sender called it. */
  long tag();

  /** Gives the room back to the sender. */
  void release();
}
