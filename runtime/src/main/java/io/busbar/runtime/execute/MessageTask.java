package io.busbar.runtime.execute;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.Receiver;
import io.busbar.runtime.transport.Sender;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Prepared messages: both directions move as their links allow, so that two may meet. */
final class MessageTask implements Task {
  /** The channel of messages between pairs; those of collectives follow. */
  private static final int CHANNEL = 0;

  private final Engine engine;
  private final Message message;
  private final int slotBytes;
  private final @Nullable Sender sender;
  private final @Nullable Receiver receiver;

  MessageTask(Engine engine, Message message) {
    this.engine = engine;
    this.message = message;
    this.slotBytes = engine.transport.slots().bytes() / 64 * 64;
    peer(message.to());
    peer(message.from());
    sender = message.sent() == null ? null : engine.links.sender(message.to(), CHANNEL);
    receiver = message.received() == null ? null : engine.links.receiver(message.from(), CHANNEL);
  }

  private void peer(int rank) {
    if (rank < 0 || rank >= engine.ranks() || rank == engine.rank()) {
      throw new IllegalArgumentException(
          "a message between rank "
              + engine.rank()
              + " and rank "
              + rank
              + " of "
              + engine.ranks());
    }
  }

  private static long tag(Buf buffer) {
    return buffer.count() << 8 | buffer.type().ordinal();
  }

  private static String text(long tag) {
    DType[] types = DType.values();
    int type = (int) (tag & 0xff);
    return (tag >>> 8) + " x " + (type < types.length ? types[type].ncclTestsName() : "?");
  }

  @Override
  public void run() {
    engine.waiter.begin(engine.nextMessage(), "sendrecv");
    // An empty message is one slot as well, so that its receiver knows of it.
    boolean sending = sender != null;
    boolean receiving = receiver != null;
    long sent = 0;
    long received = 0;
    while (sending || receiving) {
      boolean moved = false;
      if (sending && sender != null && message.sent() != null && sender.ready()) {
        sent += send(sender, message.sent(), sent);
        sending = sent < message.sent().bytes();
        moved = true;
      }
      if (receiving && receiver != null && message.received() != null && receiver.ready()) {
        received += receive(receiver, message.received(), received);
        receiving = received < message.received().bytes();
        moved = true;
      }
      if (moved) {
        engine.waiter.moved();
      } else {
        engine.waiter.idle(receiving ? message.from() : message.to());
      }
    }
    engine.waiter.sendOff();
  }

  private int send(Sender to, Buf from, long at) {
    int bytes = (int) Math.min(slotBytes, from.bytes() - at);
    MemorySegment.copy(from.memory(), at, to.memory(), to.at(), bytes);
    to.send(bytes, tag(from));
    return bytes;
  }

  private int receive(Receiver from, Buf into, long at) {
    int bytes = (int) Math.min(slotBytes, into.bytes() - at);
    if (from.tag() != tag(into) || from.bytes() != bytes) {
      String text =
          "rank "
              + message.from()
              + " sent "
              + text(from.tag())
              + " to rank "
              + engine.rank()
              + ", which receives "
              + text(tag(into));
      throw engine.waiter.fail(new Failure(Failure.Kind.MISMATCH, -1, text));
    }
    MemorySegment.copy(from.memory(), from.at(), into.memory(), at, bytes);
    from.release();
    return bytes;
  }
}
