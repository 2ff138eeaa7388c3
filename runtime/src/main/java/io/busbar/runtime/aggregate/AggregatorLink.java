package io.busbar.runtime.aggregate;

import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.ProtocolException;
import io.busbar.runtime.transport.SlotSize;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A rank's end of its connection to one aggregator, which adds up one range of every buffer. */
final class AggregatorLink implements Wire.Handler {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
  private static final long ABSENT_NS = 300_000_000;
  private static final long LEAVE_NS = 200_000_000;
  private static final long POLL_NS = 100_000;
  private static final CallWords IDLE = new CallWords(0, 0, 0, 0);
  private static final MemorySegment NO_MEMORY = MemorySegment.ofArray(new byte[0]);

  private final String name;
  private final Share own;
  private final int shard;
  private final int shards;
  private final SlotSize slots;
  private final long frozenNs;
  private final Wire wire;
  private final Frame[] frames;
  private final MemorySegment[] staged;
  private final ByteBuffer arriving;
  private final MemorySegment arrived;
  private long before;
  private long operation;
  private CallWords call = IDLE;
  private Parts parts = new Parts(0, 0, 1);
  private MemorySegment input = NO_MEMORY;
  private MemorySegment output = NO_MEMORY;
  private int chunks;
  private int sent;
  private int received;
  private int late = -1;
  private long looked;
  private long heard;
  private @Nullable Failure failure;

  AggregatorLink(
      InetSocketAddress address, Membership membership, SocketChannel channel, SelectionKey key) {
    name = Visitor.name(address);
    own = membership.share();
    shard = membership.shard();
    shards = membership.shards();
    slots = membership.slots();
    frozenNs = membership.frozenMs() * 1_000_000L;
    wire = new Wire(channel, key, this);
    frames = new Frame[slots.count()];
    staged = new MemorySegment[slots.count()];
    for (int slot = 0; slot < frames.length; slot++) {
      ByteBuffer body = ByteBuffer.allocateDirect(slots.bytes());
      frames[slot] = new Frame(body);
      staged[slot] = MemorySegment.ofBuffer(body);
    }
    arriving = ByteBuffer.allocateDirect(slots.bytes());
    arrived = MemorySegment.ofBuffer(arriving);
    wire.rest();
  }

  @Nullable Failure failure() {
    return failure;
  }

  int late() {
    return late;
  }

  boolean done() {
    return received == chunks;
  }

  void begin(long number, CallWords words, MemorySegment from, MemorySegment to) {
    operation = number;
    call = words;
    input = from;
    output = to;
    parts = Parts.of(words.count(), words.type(), shard, shards, slots.bytes());
    before += chunks;
    chunks = parts.chunks();
    sent = 0;
    received = 0;
    late = -1;
    looked = System.nanoTime();
    heard = looked;
  }

  /** Sends and receives what is possible; whether anything was. */
  boolean advance() {
    if (failure != null || done()) {
      return false;
    }
    boolean moved = stage();
    moved |= wire.pump();
    moved |= stage();
    judge();
    if (done()) {
      wire.rest(); // heartbeats between operations would wake waits of others
    }
    return moved;
  }

  /** A chunk may go when the result of the one a window before has come. */
  private boolean stage() {
    boolean any = false;
    while (failure == null && sent < chunks && sent - received < frames.length) {
      int slot = (int) ((before + sent) % frames.length);
      int bytes = own.up(call, parts.length(sent));
      if (bytes > 0) {
        long at = parts.at(sent) * call.type().bytes();
        MemorySegment.copy(input, at, staged[slot], 0, bytes);
      }
      Frame frame = frames[slot];
      frame.chunk(bytes, before + sent, operation, call.what(), call.count(), call.root());
      sent++;
      wire.send(frame);
      any = true;
    }
    return any;
  }

  private void judge() {
    long now = System.nanoTime();
    if (now - looked > ABSENT_NS) {
      heard = now; // this process did not run itself
    }
    looked = now;
    heard = Math.max(heard, wire.heard());
    if (now - heard > frozenNs) {
      String text =
          " has no heartbeat for " + (now - heard) / 1_000_000 + " ms: frozen, or cut off";
      fail(text);
    }
  }

  private void fail(String text) {
    if (failure == null) {
      failure = new Failure(Failure.Kind.PEER, -1, name + text);
    }
  }

  @Override
  public ByteBuffer room(ByteBuffer header) {
    int bytes = header.getInt(4);
    switch (header.getInt(0)) {
      case Frame.CHUNK -> {
        boolean expected = header.getLong(8) == before + received && received < sent;
        if (!expected || bytes != own.down(call, parts.length(received))) {
          throw new ProtocolException("a result of " + bytes + " bytes that was not expected");
        }
        return arriving.clear().limit(bytes);
      }
      case Frame.FAILED -> {
        return ByteBuffer.allocate(Frame.within(bytes, Frame.MOST_TEXT));
      }
      case Frame.BEAT -> {
        return NOTHING.clear().limit(Frame.within(bytes, 0));
      }
      default -> throw new ProtocolException("a frame of kind " + header.getInt(0));
    }
  }

  @Override
  public void arrived(ByteBuffer header, ByteBuffer body) {
    switch (header.getInt(0)) {
      case Frame.CHUNK -> {
        int bytes = body.limit();
        if (bytes > 0) {
          long at = parts.at(received) * call.type().bytes();
          MemorySegment.copy(arrived, 0, output, at, bytes);
        }
        received++;
        late = -1;
      }
      case Frame.BEAT -> late = header.getInt(48);
      default -> {
        if (failure == null) {
          failure = Frame.failure(header, body);
        }
      }
    }
  }

  @Override
  public void lost(String why) {
    fail(" " + why);
  }

  /** Says why, or goodbye, and closes when the aggregator has heard it, or a moment later. */
  void leave(@Nullable Failure reason) {
    if (wire.closed()) {
      return;
    }
    Frame last = reason == null ? Frame.of(Frame.GOODBYE, new byte[0]) : Frame.of(reason);
    wire.endWith(last);
    long end = System.nanoTime() + LEAVE_NS;
    while (!wire.closed() && System.nanoTime() - end < 0) {
      if (!wire.pump()) {
        LockSupport.parkNanos(POLL_NS);
      }
    }
    wire.close();
  }
}
