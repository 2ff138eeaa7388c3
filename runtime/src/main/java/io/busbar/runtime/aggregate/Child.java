package io.busbar.runtime.aggregate;

import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.ProtocolException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;

/** A member of a session, which sends chunks up and gets results down: a rank or an aggregator. */
final class Child implements Wire.Handler {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
  private static final long DISPUTE = -1;

  private final Session session;
  private final Share share;
  private final String name;
  private final Wire wire;
  private final int window;
  private final ByteBuffer[] bodies;
  private final long[] said;
  private final Frame[] down;
  private final Frame beat = Frame.bare();
  private long arrived;
  private boolean left;
  private int toldLate;

  /**
   * @param slots where its chunks go
   * @param results where results are
   */
  Child(
      Session session,
      Membership membership,
      Wire wire,
      MemorySegment[] slots,
      MemorySegment[] results) {
    this.session = session;
    this.share = membership.share();
    this.name = membership.name();
    this.wire = wire;
    this.window = slots.length;
    bodies = new ByteBuffer[window];
    said = new long[4 * window];
    down = new Frame[window];
    for (int slot = 0; slot < window; slot++) {
      bodies[slot] = slots[slot].asByteBuffer();
      down[slot] = new Frame(results[slot].asByteBuffer());
    }
    toldLate = share.first();
  }

  String name() {
    return name;
  }

  Share share() {
    return share;
  }

  Wire wire() {
    return wire;
  }

  /** Chunks that are here, of all there ever were. */
  long arrived() {
    return arrived;
  }

  boolean left() {
    return left;
  }

  /** A rank that this one waits for, if it is waited for itself. */
  int late() {
    return share.aggregator() ? toldLate : share.first();
  }

  /** A failure that is this child's fault. */
  Failure fault(Failure.Kind kind, String text) {
    return share.aggregator()
        ? new Failure(kind, -1, name + " " + text)
        : new Failure(kind, share.first(), text);
  }

  /** What each rank behind this child said with the chunk of a slot. */
  List<Said> said(int slot) {
    return said[4 * slot] == DISPUTE
        ? Said.decoded(bodies[slot])
        : Collections.nCopies(share.ranks().length, new Said(operation(slot), call(slot)));
  }

  long operation(int slot) {
    return said[4 * slot];
  }

  CallWords call(int slot) {
    return new CallWords(said[4 * slot + 1], said[4 * slot + 2], said[4 * slot + 3], 0);
  }

  /** Whether all ranks of both say the same. */
  boolean saysAs(Child other, int slot) {
    if (said[4 * slot] == DISPUTE) {
      return false;
    }
    for (int i = 4 * slot; i < 4 * slot + 4; i++) {
      if (said[i] != other.said[i]) {
        return false;
      }
    }
    return true;
  }

  int bytes(int slot) {
    return bodies[slot].limit();
  }

  @Override
  public ByteBuffer room(ByteBuffer header) {
    int bytes = header.getInt(4);
    return switch (header.getInt(0)) {
      case Frame.CHUNK, Frame.DISPUTE -> chunk(header, bytes);
      case Frame.FAILED -> ByteBuffer.allocate(Frame.within(bytes, Frame.MOST_TEXT));
      case Frame.BEAT, Frame.GOODBYE -> NOTHING.clear().limit(Frame.within(bytes, 0));
      default -> throw new ProtocolException("a frame of kind " + header.getInt(0));
    };
  }

  private ByteBuffer chunk(ByteBuffer header, int bytes) {
    long number = header.getLong(8);
    if (number != arrived || number >= session.finished() + window || !session.ready()) {
      throw new ProtocolException("chunk " + number + " without credit");
    }
    int slot = (int) (number % window);
    for (int i = 0; i < 4; i++) {
      said[4 * slot + i] = header.getLong(16 + 8 * i);
    }
    boolean disputed = header.getInt(0) == Frame.DISPUTE;
    if (disputed != (said[4 * slot] == DISPUTE)) {
      throw new ProtocolException("a chunk of operation " + said[4 * slot]);
    }
    return bodies[slot].clear().limit(Frame.within(bytes, bodies[slot].capacity()));
  }

  @Override
  public void arrived(ByteBuffer header, ByteBuffer body) {
    switch (header.getInt(0)) {
      case Frame.CHUNK, Frame.DISPUTE -> {
        arrived++;
        session.arrived(arrived - 1);
      }
      case Frame.BEAT -> toldLate = header.getInt(48);
      case Frame.FAILED -> session.fail(Frame.failure(header, body));
      default -> {
        left = true;
        wire.close();
        session.gone(this);
      }
    }
  }

  @Override
  public void lost(String why) {
    session.fail(fault(Failure.Kind.PEER, why + ", as " + session.server() + " sees it"));
  }

  /** Sends the result in a slot, as far as it is for this child; it is also the credit. */
  void result(int slot, long number, long operation, CallWords call, int count) {
    Frame frame = down[slot];
    if (frame.queued) {
      throw new ProtocolException("a chunk before the result of an earlier one was taken");
    }
    int bytes = share.down(call, count);
    frame.chunk(bytes, number, operation, call.what(), call.count(), call.root());
    wire.send(frame);
  }

  /** A sign of life; what waits to be written is one as well. */
  void beat(int late) {
    if (!left && !beat.queued && wire.flushed()) {
      beat.beat(late);
      wire.send(beat);
    }
  }
}
