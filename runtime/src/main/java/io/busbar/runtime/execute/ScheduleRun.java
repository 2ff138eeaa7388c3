package io.busbar.runtime.execute;

import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.kernel.Kernels;
import io.busbar.runtime.kernel.ReduceOp;
import java.lang.foreign.MemorySegment;

/**
 * A schedule bound to buffers. All channels of a rank run in one thread: a lane goes on until a
 * link is not ready, then it is the next one's turn. Can be run any number of times.
 */
final class ScheduleRun {
  private final Lane[] lanes;
  private final Kernels kernels;
  private final Bound call;

  ScheduleRun(Schedule schedule, Layout layout, Links links, Kernels kernels, Bound call) {
    this.kernels = kernels;
    this.call = call;
    lanes = new Lane[schedule.channels()];
    for (int channel = 0; channel < lanes.length; channel++) {
      Program program = Program.of(schedule, call.rank(), channel);
      int scratch = Math.multiplyExact(program.scratch(), layout.chunkBytes());
      MemorySegment[] places = {
        call.input(), call.output(), MemorySegment.ofArray(new byte[scratch])
      };
      lanes[channel] = new Lane(program.code(), channel, layout, links, kernels, call, places);
    }
  }

  /**
   * Runs to the end.
   *
   * @param tag the same on all ranks, and another one for every operation
   */
  void run(Waiter waiter, long tag, Agreement agreement) {
    for (Lane lane : lanes) {
      lane.rewind(tag);
    }
    waiter.moved();
    agreement.moved();
    while (true) {
      boolean moved = false;
      int peer = Program.NOBODY;
      for (Lane lane : lanes) {
        moved |= lane.advance();
        if (!lane.done()) {
          peer = lane.waitsFor();
        }
      }
      if (peer == Program.NOBODY) {
        break;
      }
      if (moved) {
        waiter.moved();
        agreement.moved();
      } else {
        waiter.idle(peer);
        agreement.idle(peer);
      }
    }
    waiter.sendOff();
    average();
  }

  private void average() {
    if (call.reduce() == ReduceOp.AVG && CallWords.reduces(call.op())) {
      long count = call.output().byteSize() / call.type().bytes();
      kernels.divide(call.type(), call.output(), 0, count, call.ranks());
    }
  }
}
