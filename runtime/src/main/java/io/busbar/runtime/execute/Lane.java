package io.busbar.runtime.execute;

import io.busbar.collective.schedule.Step;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.kernel.Kernels;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.Receiver;
import io.busbar.runtime.transport.Sender;
import java.lang.foreign.MemorySegment;

/**
 * One lane at work. A step is done at once when its links are ready: from slot to slot where it
 * receives and sends, without a copy in hand.
 */
final class Lane {
  private final int[] code;
  private final int channel;
  private final Layout layout;
  private final Kernels kernels;
  private final ReduceOp op;
  private final DType type;
  private final MemorySegment[] places;
  private final long same;
  private final Sender[] senders;
  private final Receiver[] receivers;
  private long tag;
  private int at;
  private int step;
  private int loop;
  private int peer;

  /**
   * @param places input, output, scratch
   */
  Lane(
      int[] code,
      int channel,
      Layout layout,
      Links links,
      Kernels kernels,
      Bound call,
      MemorySegment[] places) {
    this.code = code;
    this.channel = channel;
    this.layout = layout;
    this.kernels = kernels;
    this.op = call.reduce();
    this.type = call.type();
    this.places = places;
    this.same = call.distance();
    int steps = 0;
    for (int i = 0; i < code.length; i += length(i)) {
      steps++;
    }
    senders = new Sender[steps];
    receivers = new Receiver[steps];
    int s = 0;
    for (int i = 0; i < code.length; i += length(i)) {
      if ((code[i] & Step.RECEIVE) != 0) {
        receivers[s] = links.receiver(code[i + 1], channel + 1);
      }
      if ((code[i] & Step.SEND) != 0) {
        senders[s] = links.sender(code[i + 2], channel + 1);
      }
      s++;
    }
  }

  private int length(int start) {
    return Program.HEAD + Program.PART * code[start + 3];
  }

  void rewind(long newTag) {
    tag = newTag;
    at = 0;
    step = 0;
    loop = code.length == 0 ? layout.loops() : 0;
  }

  boolean done() {
    return loop >= layout.loops();
  }

  /** The rank whose link was not ready. */
  int waitsFor() {
    return peer;
  }

  /** Does steps until a link is not ready; whether there were any. */
  boolean advance() {
    boolean moved = false;
    while (loop < layout.loops() && ready()) {
      execute();
      moved = true;
      at += length(at);
      step++;
      if (at == code.length) {
        at = 0;
        step = 0;
        loop++;
      }
    }
    return moved;
  }

  private boolean ready() {
    int flags = code[at];
    if ((flags & Step.RECEIVE) != 0 && !receivers[step].ready()) {
      peer = code[at + 1];
      return false;
    }
    if ((flags & Step.SEND) != 0 && !senders[step].ready()) {
      peer = code[at + 2];
      return false;
    }
    return true;
  }

  private void execute() {
    int flags = code[at];
    boolean receives = (flags & Step.RECEIVE) != 0;
    boolean sends = (flags & Step.SEND) != 0;
    int parts = code[at + 3];
    if (receives) {
      check(parts);
    }
    int message = 0;
    for (int part = 0; part < parts; part++) {
      int p = at + Program.HEAD + part * Program.PART;
      int bytes = layout.length(code[p], channel, loop);
      if (bytes > 0) {
        part(p, flags, message, bytes);
        message += bytes;
      }
    }
    if (receives) {
      receivers[step].release();
    }
    if (sends) {
      senders[step].send(message, tag);
    }
  }

  /** A message of another operation, or of another size, is not touched. */
  private void check(int parts) {
    Receiver receiver = receivers[step];
    int expected = 0;
    for (int part = 0; part < parts; part++) {
      int position = code[at + Program.HEAD + part * Program.PART];
      expected += layout.length(position, channel, loop);
    }
    if (receiver.tag() != tag || receiver.bytes() != expected) {
      String text =
          "sent "
              + receiver.bytes()
              + " bytes of another call than was expected here, which were "
              + expected
              + " bytes; ranks must call the same operations in the same order";
      throw new OtherCall(code[at + 1], text);
    }
  }

  private void part(int p, int flags, int message, int bytes) {
    MemorySegment read = places[code[p + 1]];
    long readAt = placed(code[p + 1], code[p + 2]);
    MemorySegment write = places[code[p + 3]];
    long writeAt = placed(code[p + 3], code[p + 4]);
    boolean copies = (flags & Step.COPY) != 0;
    if ((flags & Step.RECEIVE) == 0) {
      if ((flags & Step.REDUCE) != 0) {
        combine(write, writeAt, write, writeAt, read, readAt, bytes);
        return;
      }
      if ((flags & Step.SEND) != 0) {
        Sender to = senders[step];
        MemorySegment.copy(read, readAt, to.memory(), to.at() + message, bytes);
      }
      if (copies && !inPlace(p, readAt, writeAt)) {
        MemorySegment.copy(read, readAt, write, writeAt, bytes);
      }
      return;
    }
    Receiver from = receivers[step];
    MemorySegment slot = from.memory();
    long slotAt = from.at() + message;
    if ((flags & Step.SEND) == 0) {
      if ((flags & Step.REDUCE) != 0) {
        combine(write, writeAt, slot, slotAt, read, readAt, bytes);
      } else if (copies) {
        MemorySegment.copy(slot, slotAt, write, writeAt, bytes);
      }
      return;
    }
    Sender to = senders[step];
    long toAt = to.at() + message;
    if ((flags & Step.REDUCE) != 0) {
      combine(to.memory(), toAt, slot, slotAt, read, readAt, bytes);
    } else {
      MemorySegment.copy(slot, slotAt, to.memory(), toAt, bytes);
    }
    if (copies) {
      MemorySegment.copy(to.memory(), toAt, write, writeAt, bytes);
    }
  }

  private void combine(
      MemorySegment into,
      long intoAt,
      MemorySegment slot,
      long slotAt,
      MemorySegment read,
      long readAt,
      int bytes) {
    long count = bytes / type.bytes();
    kernels.combine(op, type, into, intoAt, slot, slotAt, read, readAt, count);
  }

  private long placed(int place, int position) {
    return switch (place) {
      case Program.INPUT -> layout.inputAt()[position] + layout.inBlock(channel, loop);
      case Program.OUTPUT -> layout.outputAt()[position] + layout.inBlock(channel, loop);
      default -> (long) position * layout.chunkBytes();
    };
  }

  private boolean inPlace(int p, long readAt, long writeAt) {
    boolean across = code[p + 1] == Program.INPUT && code[p + 3] == Program.OUTPUT;
    return across && same != Memory.APART && writeAt + same == readAt;
  }
}
