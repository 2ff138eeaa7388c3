package io.busbar.runtime.transport;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Buffers in the direct memory of the JVM, which lasts as long as somebody uses them. */
final class OwnMemory {
  private static final int ALIGN = 128;

  private OwnMemory() {}

  /**
   * @throws IllegalStateException when there is not so much
   */
  static MemorySegment allocate(long bytes) {
    try {
      return Arena.ofAuto().allocate(bytes, ALIGN);
    } catch (OutOfMemoryError | IllegalArgumentException e) {
      throw new IllegalStateException(
          bytes
              + " bytes are more than is left of the direct memory of this JVM; its most is set by"
              + " -XX:MaxDirectMemorySize, otherwise that of the heap, -Xmx",
          e);
    }
  }
}
