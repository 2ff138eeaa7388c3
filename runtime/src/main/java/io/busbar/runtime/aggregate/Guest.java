package io.busbar.runtime.aggregate;

import io.busbar.runtime.transport.ProtocolException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

/** Somebody at the door of an aggregator: shows the token, is welcomed, and joins a group. */
final class Guest implements Wire.Handler {
  private final AggregatorServer server;
  private boolean known;
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
    byte[] digest = server.digest();
    byte[] shown = new byte[digest.length];
    header.get(4, shown);
    if (header.getInt(0) != Frame.HELLO || !MessageDigest.isEqual(shown, digest)) {
      throw new ProtocolException("a stranger");
    }
    return ByteBuffer.allocate(0);
  }

  @Override
  public void arrived(ByteBuffer header, ByteBuffer body) {
    if (known) {
      server.join(Membership.decoded(body.flip()), wire);
      return;
    }
    known = true;
    server.known(wire);
    long[] path = server.path();
    ByteBuffer ids = ByteBuffer.allocate(8 * path.length).order(header.order());
    ids.asLongBuffer().put(path);
    wire.send(Frame.of(Frame.WELCOME, ids.array()));
  }

  /** Whoever breaks off at the door is nobody's loss. */
  @Override
  public void lost(String why) {}
}
