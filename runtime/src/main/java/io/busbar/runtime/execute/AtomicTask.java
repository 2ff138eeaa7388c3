package io.busbar.runtime.execute;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.kernel.ReduceOp;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A prepared collective whose output changes only when it is complete on all ranks: it goes to a
 * buffer of its own first, ranks meet, and only then it is copied. What fails before leaves every
 * output as it was. A rank that dies between the meeting and the end of its own copy is no reason
 * for the others not to have theirs.
 */
final class AtomicTask implements Task {
  private final Task body;
  private final Task meeting;
  private final @Nullable MemorySegment hidden;
  private final MemorySegment output;

  /**
   * @param call with an output that shares no memory with the input
   */
  AtomicTask(Engine engine, Call call) {
    Bound shown = engine.bound(call);
    if (shown.distance() != Memory.APART) {
      throw new IllegalArgumentException(
          Bound.name(call.op())
              + " in place cannot be atomic: its input is overwritten while it runs; give it an"
              + " output of its own");
    }
    output = shown.output();
    Buf room = call.output();
    Call inside = call;
    if (output.byteSize() > 0 && room != null) {
      Buf own = Buf.of(room.type(), engine.transport.allocate(output.byteSize()));
      hidden = own.memory();
      inside =
          new Call(
              call.op(),
              call.input(),
              own,
              call.reduce(),
              call.root(),
              call.route(),
              call.counts());
    } else {
      hidden = null;
    }
    body = engine.prepare(inside);
    Buf token = Buf.of(new byte[1]);
    meeting = engine.prepare(Call.allReduce(token, token, ReduceOp.MAX));
  }

  @Override
  public void run() {
    body.run();
    meeting.run();
    if (hidden != null) {
      MemorySegment.copy(hidden, 0, output, 0, output.byteSize());
    }
  }
}
