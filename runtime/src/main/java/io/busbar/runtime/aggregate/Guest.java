package io.busbar.runtime.aggregate;

import io.busbar.runtime.transport.Proof;
import io.busbar.runtime.transport.ProtocolException;
import java.nio.ByteBuffer;

/**
 * Somebody at the door of an aggregator: proves that it knows the token, is shown the same, and
 * joins a group.
 */
final class Guest implements Wire.Handler {
  private final AggregatorServer server;
  private final byte[] own = Proof.random();
  private byte[] callers = {};
  private boolean known;
  private boolean welcome;
  private Wire wire;

  @SuppressWarnings("NullAway.Init") // connect follows
  Guest(AggregatorServer server) {
    this.server = server;
  }

  void connect(Wire connection) {
    wire = connection;
  }

  @Override
  public ByteBuffer room(ByteBuffer header) {
    if (known) {
      if (header.getInt(0) != Frame.JOIN) {
        throw new ProtocolException("a frame of kind " + header.getInt(0));
      }
      return ByteBuffer.allocate(Frame.within(header.getInt(4), Membership.MOST_BYTES));
    }
    byte[] shown = new byte[Proof.BYTES];
    header.get(4, shown);
    boolean first = callers.length == 0;
    if (header.getInt(0) != (first ? Frame.HELLO : Frame.PROOF)) {
      throw new ProtocolException("a stranger");
    }
    if (first) {
      callers = shown;
    } else if (!Proof.same(shown, Proof.of(server.key(), Visitor.CALLER, callers, own))) {
      throw new ProtocolException("a stranger");
    } else {
      known = true;
    }
    return ByteBuffer.allocate(0);
  }

  @Override
  public void arrived(ByteBuffer header, ByteBuffer body) {
    if (welcome) {
      server.join(Membership.decoded(body.flip()), wire);
      return;
    }
    if (!known) {
      wire.send(Frame.of(Frame.CHALLENGE, own.clone()));
      return;
    }
    welcome = true;
    server.known(wire);
    long[] path = server.path();
    ByteBuffer ids = ByteBuffer.allocate(Proof.BYTES + 8 * path.length).order(header.order());
    ids.put(Proof.of(server.key(), Visitor.AGGREGATOR, callers, own)).asLongBuffer().put(path);
    wire.send(Frame.of(Frame.WELCOME, ids.array()));
  }

  /** Whoever breaks off at the door is nobody's loss. */
  @Override
  public void lost(String why) {}
}
