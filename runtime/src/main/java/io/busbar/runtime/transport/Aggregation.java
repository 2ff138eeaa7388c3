package io.busbar.runtime.transport;

import io.busbar.runtime.call.CallWords;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What reduces in the middle, as one rank sees it: it sends its input there and gets the result
 * from there. One operation at a time; nothing here waits. Not thread-safe.
 */
public interface Aggregation {
  /**
   * Starts an operation.
   *
   * @param number of the operation in the group
   * @param call the same on all ranks; otherwise all fail
   */
  void begin(long number, CallWords call, MemorySegment input, MemorySegment output);

  /** Does what can be done now; whether anything was. */
  boolean advance();

  /** Whether the operation that was begun is at its end. */
  boolean done();

  /** Why no operation can be finished any more, or null. */
  @Nullable Failure failure();

  /** A rank that others were waiting for a moment ago; −1 when none is known. */
  int late();

  /** Leaves for good and tells why, unless there is nobody to tell. */
  void leave(Failure failure);
}
