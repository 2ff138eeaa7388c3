package io.busbar.runtime.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A link in memory that both ranks see: two counters, each with one writer and a line of its own,
 * and a ring of slots.
 *
 * <pre>
 *   0     messages sent        (writer: sender)
 *   128   messages released    (writer: receiver)
 *   256   bytes and tag of the message in each slot, 16 bytes each
 *   768   slot 0 | slot 1 | ...
 * </pre>
 */
final class SlotLink {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final long SENT = 0;
  private static final long RELEASED = 128;
  private static final long HEADS = 256;
  private static final long SLOTS = 768;

  private SlotLink() {}

  static long bytes(SlotSize size) {
    return SLOTS + (long) size.bytes() * size.count();
  }

  private abstract static class End {
    final MemorySegment memory;
    final SlotSize size;
    long done;

    /** The other end's counter as last seen; read again only when it says "wait". */
    long seen;

    End(MemorySegment memory, SlotSize size) {
      this.memory = memory;
      this.size = size;
    }

    final int slot() {
      return (int) (done % size.count());
    }

    public final MemorySegment memory() {
      return memory;
    }

    public final long at() {
      return SLOTS + (long) slot() * size.bytes();
    }

    final long counter(long at) {
      return (long) LONG.getAcquire(memory, at);
    }

    final void advance(long at) {
      done++;
      LONG.setRelease(memory, at, done);
    }
  }

  static final class SendEnd extends End implements Sender {
    SendEnd(MemorySegment memory, SlotSize size) {
      super(memory, size);
    }

    @Override
    public boolean ready() {
      if (done - seen < size.count()) {
        return true;
      }
      seen = counter(RELEASED);
      return done - seen < size.count();
    }

    @Override
    public void send(int bytes, long tag) {
      memory.set(ValueLayout.JAVA_LONG, HEADS + 16L * slot(), bytes);
      memory.set(ValueLayout.JAVA_LONG, HEADS + 16L * slot() + 8, tag);
      advance(SENT);
    }
  }

  static final class ReceiveEnd extends End implements Receiver {
    ReceiveEnd(MemorySegment memory, SlotSize size) {
      super(memory, size);
    }

    @Override
    public boolean ready() {
      if (done < seen) {
        return true;
      }
      seen = counter(SENT);
      return done < seen;
    }

    @Override
    public int bytes() {
      return (int) memory.get(ValueLayout.JAVA_LONG, HEADS + 16L * slot());
    }

    @Override
    public long tag() {
      return memory.get(ValueLayout.JAVA_LONG, HEADS + 16L * slot() + 8);
    }

    @Override
    public void release() {
      advance(RELEASED);
    }
  }
}
