package io.busbar.runtime.aggregate;

import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.ProtocolException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** The aggregator above, to which partial sums go and from which results come. */
final class Parent implements Wire.Handler {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Session session;
  private final String name;
  private final ByteBuffer[] results;
  private final Frame[] up;
  private final Frame beat = Frame.bare();
  private Wire wire;
  private int late = -1;

  /**
   * @param partial where partial sums are
   * @param results where results go
   */
  @SuppressWarnings("NullAway.Init") // connect follows
  Parent(Session session, String name, MemorySegment[] partial, MemorySegment[] results) {
    this.session = session;
    this.name = name;
    this.results = new ByteBuffer[results.length];
    up = new Frame[results.length];
    for (int slot = 0; slot < up.length; slot++) {
      this.results[slot] = results[slot].asByteBuffer();
      up[slot] = new Frame(partial[slot].asByteBuffer());
    }
  }

  void connect(Wire connection) {
    wire = connection;
  }

  Wire wire() {
    return wire;
  }

  String name() {
    return name;
  }

  int late() {
    return late;
  }

  void send(int slot, int bytes, long number, long operation, CallWords call) {
    up[slot].chunk(bytes, number, operation, call.what(), call.count(), call.root());
    wire.send(up[slot]);
  }

  void sendDispute(int slot, int bytes, long number) {
    up[slot].dispute(bytes, number);
    wire.send(up[slot]);
  }

  void beat(int lateBelow) {
    if (!beat.queued && wire.flushed()) {
      beat.beat(lateBelow);
      wire.send(beat);
    }
  }

  @Override
  public ByteBuffer room(ByteBuffer header) {
    int bytes = header.getInt(4);
    return switch (header.getInt(0)) {
      case Frame.CHUNK -> results[session.expects(header.getLong(8), bytes)].clear().limit(bytes);
      case Frame.FAILED -> ByteBuffer.allocate(Frame.within(bytes, Frame.MOST_TEXT));
      case Frame.BEAT -> NOTHING.clear().limit(Frame.within(bytes, 0));
      default -> throw new ProtocolException("a frame of kind " + header.getInt(0));
    };
  }

  @Override
  public void arrived(ByteBuffer header, ByteBuffer body) {
    switch (header.getInt(0)) {
      case Frame.CHUNK -> {
        late = -1;
        session.finish();
      }
      case Frame.BEAT -> late = header.getInt(48);
      default -> session.fail(Frame.failure(header, body));
    }
  }

  @Override
  public void lost(String why) {
    session.fail(new Failure(Failure.Kind.PEER, -1, name + " " + why));
  }
}
