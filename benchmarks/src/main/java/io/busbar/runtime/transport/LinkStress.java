package io.busbar.runtime.transport;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * What the two ends of a link may see of each other. All outcomes that are not listed are
 * forbidden.
 */
public final class LinkStress {
  private static final SlotSize SIZE = new SlotSize(64, 2);
  private static final int SPINS = 50;

  private LinkStress() {}

  private static MemorySegment memory() {
    return MemorySegment.ofArray(new long[(int) SlotLink.bytes(SIZE) / Long.BYTES]);
  }

  /** A message is seen with all that belongs to it, or not at all. */
  @JCStressTest
  @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "It has not come.")
  @Outcome(id = "8, 7, 42", expect = ACCEPTABLE, desc = "Length, tag and data have come.")
  @State
  public static class MessageIsWhole {
    private final MemorySegment memory = memory();
    private final SlotLink.SendEnd sender = new SlotLink.SendEnd(memory, SIZE);
    private final SlotLink.ReceiveEnd receiver = new SlotLink.ReceiveEnd(memory, SIZE);

    /** The sender. */
    @Actor
    public void send() {
      memory.set(ValueLayout.JAVA_LONG, sender.at(), 42);
      sender.send(8, 7);
    }

    /** The receiver. */
    @Actor
    public void receive(JJJ_Result seen) {
      if (receiver.ready()) {
        seen.r1 = receiver.bytes();
        seen.r2 = receiver.tag();
        seen.r3 = memory.get(ValueLayout.JAVA_LONG, receiver.at());
      }
    }
  }

  /** All slots are full; what the receiver reads is not overwritten before it has released it. */
  @JCStressTest
  @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "The sender found no free slot.")
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "The sender used the slot later.")
  @State
  public static class SlotIsReadFirst {
    private final MemorySegment memory = memory();
    private final SlotLink.SendEnd sender = new SlotLink.SendEnd(memory, SIZE);
    private final SlotLink.ReceiveEnd receiver = new SlotLink.ReceiveEnd(memory, SIZE);

    /** Fills the slots. */
    public SlotIsReadFirst() {
      put(1);
      put(2);
    }

    private void put(long value) {
      memory.set(ValueLayout.JAVA_LONG, sender.at(), value);
      sender.send(8, value);
    }

    /** The sender. */
    @Actor
    public void send(JJJ_Result seen) {
      for (int i = 0; i < SPINS; i++) {
        if (sender.ready()) {
          put(3);
          seen.r1 = 1;
          return;
        }
      }
    }

    /** The receiver. */
    @Actor
    public void receive(JJJ_Result seen) {
      if (receiver.ready()) {
        seen.r2 = receiver.tag();
        seen.r3 = memory.get(ValueLayout.JAVA_LONG, receiver.at());
        receiver.release();
      }
    }
  }
}
