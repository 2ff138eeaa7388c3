package io.busbar.runtime.aggregate;

import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.Proof;
import io.busbar.runtime.transport.ProtocolException;
import io.busbar.runtime.transport.Sockets;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The calling end of a connection to an aggregator, until it is a member there. It waits. */
final class Visitor {
  static final String CALLER = "caller";
  static final String AGGREGATOR = "aggregator";

  private static final int MOST_MS = 3_600_000;

  private final InetSocketAddress address;
  private final SocketChannel channel;
  private long end;
  private long[] path = {};

  private Visitor(InetSocketAddress address, SocketChannel channel, Duration deadline) {
    this.address = address;
    this.channel = channel;
    this.end = System.nanoTime() + deadline.toNanos();
  }

  /**
   * Calls an aggregator and shows that it knows the token.
   *
   * @param from own address to call from; null for any
   * @throws IOException when it is not there, or turns the caller away
   */
  static Visitor enter(
      InetSocketAddress address, @Nullable InetAddress from, String token, Duration deadline)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      Visitor visitor = new Visitor(address, channel, deadline);
      Sockets.tune(channel);
      if (from != null) {
        channel.bind(new InetSocketAddress(from, 0));
      }
      channel.socket().connect(address, visitor.left());
      visitor.path = visitor.welcome(visitor.prove(key(token)));
      return visitor;
    } catch (IOException | RuntimeException e) {
      Sockets.close(channel);
      throw new IOException(name(address) + ": " + reason(e), e);
    }
  }

  /** Shows that this side knows the token; the proof that the other side has to give for it. */
  private byte[] prove(byte[] key) throws IOException {
    byte[] own = Proof.random();
    Frame frame = Frame.bare();
    frame.shows(Frame.HELLO, own);
    write(frame);
    ByteBuffer header = read(Frame.HEADER);
    if (header.getInt(0) != Frame.CHALLENGE || header.getInt(4) != Proof.BYTES) {
      throw new ProtocolException("it is no aggregator of this version");
    }
    byte[] theirs = read(Proof.BYTES).array();
    frame.shows(Frame.PROOF, Proof.of(key, CALLER, own, theirs));
    write(frame);
    return Proof.of(key, AGGREGATOR, own, theirs);
  }

  private static String reason(Exception e) {
    return switch (e) {
      case EOFException eof -> "it closed the connection; is the token right?";
      case SocketTimeoutException late -> "no answer in time";
      default -> String.valueOf(e.getMessage());
    };
  }

  static String name(InetSocketAddress address) {
    InetAddress there = address.getAddress();
    String host = there == null ? address.getHostString() : there.getHostAddress();
    return "aggregator " + host + ":" + address.getPort();
  }

  /** What proofs are made with. */
  static byte[] key(String token) {
    return Proof.key("busbar-aggregator", token);
  }

  /** The aggregator, the one above it, and so on up to the root. */
  long[] path() {
    return path.clone();
  }

  SocketChannel channel() {
    return channel;
  }

  InetSocketAddress address() {
    return address;
  }

  private long[] welcome(byte[] expected) throws IOException {
    ByteBuffer header = read(Frame.HEADER);
    int bytes = header.getInt(4) - Proof.BYTES;
    boolean known = header.getInt(0) == Frame.WELCOME;
    if (!known || bytes < 8 || bytes > 8 * Membership.MOST_LEVELS || bytes % 8 != 0) {
      throw new ProtocolException("it is no aggregator of this version");
    }
    if (!Proof.same(read(Proof.BYTES).array(), expected)) {
      throw new IOException("it does not know the token");
    }
    long[] ids = new long[bytes / 8];
    read(bytes).asLongBuffer().get(ids);
    return ids;
  }

  /**
   * Becomes a member, and waits for the others.
   *
   * @param longest time for all to come
   * @param check throws when they will not come any more
   * @throws IOException when that fails or takes too long
   */
  void join(Membership membership, Duration longest, Runnable check) throws IOException {
    end = System.nanoTime() + longest.toNanos();
    try {
      write(Frame.of(Frame.JOIN, membership.encoded()));
      int kind = Frame.BEAT;
      while (kind == Frame.BEAT) {
        // An aggregator beats ten times a second, so this looks round as often.
        check.run();
        ByteBuffer header = read(Frame.HEADER);
        kind = header.getInt(0);
        if (kind == Frame.FAILED) {
          int bytes = Math.clamp(header.getInt(4), 0, Frame.MOST_TEXT);
          Failure failure = Frame.failure(header, read(bytes).position(bytes));
          throw new IOException(Sessions.text(failure));
        }
      }
      if (kind != Frame.JOINED) {
        throw new ProtocolException("a frame of kind " + kind);
      }
    } catch (IOException | ProtocolException e) {
      close();
      throw new IOException(name(address) + ": " + reason(e), e);
    }
  }

  private int left() throws SocketTimeoutException {
    long ms = (end - System.nanoTime()) / 1_000_000;
    if (ms <= 0) {
      throw new SocketTimeoutException();
    }
    return (int) Math.min(ms, MOST_MS);
  }

  private void write(Frame frame) throws IOException {
    while (!frame.written()) {
      channel.write(frame.buffers());
    }
  }

  private ByteBuffer read(int bytes) throws IOException {
    byte[] all = new byte[bytes];
    int done = 0;
    while (done < bytes) {
      channel.socket().setSoTimeout(left());
      int read = channel.socket().getInputStream().read(all, done, bytes - done);
      if (read < 0) {
        throw new EOFException();
      }
      done += read;
    }
    return ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
  }

  void close() {
    Sockets.close(channel);
  }
}
