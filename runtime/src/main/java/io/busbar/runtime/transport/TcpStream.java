package io.busbar.runtime.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a peer: frames that wait to be written, and the frame that is being read.
 * Headers and short bodies are read together through a small buffer, long bodies straight into
 * their slot.
 */
final class TcpStream {
  private static final int STAGE = 4096;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final TcpPeer peer;
  private final SocketChannel channel;
  private final SelectionKey key;
  private final @Nullable Seal out;
  private final @Nullable Seal arriving;
  private final ArrayDeque<Frame> waiting = new ArrayDeque<>(64);

  /** What was read and not yet looked at: from {@link #taken} to its position. */
  private final ByteBuffer stage = ByteBuffer.allocateDirect(STAGE).order(ByteOrder.LITTLE_ENDIAN);

  private final ByteBuffer header =
      ByteBuffer.allocateDirect(Frame.HEADER).order(ByteOrder.LITTLE_ENDIAN);
  private ByteBuffer body = header;
  private int taken;
  private boolean inBody;
  private boolean closed;

  /**
   * @param out signs what is sent, and {@code arriving} checks what comes; null for neither
   */
  TcpStream(
      TcpPeer peer,
      SocketChannel channel,
      Selector selector,
      @Nullable Seal out,
      @Nullable Seal arriving)
      throws IOException {
    this.peer = peer;
    this.out = out;
    this.arriving = arriving;
    this.channel = channel;
    channel.configureBlocking(false);
    key = channel.register(selector, SelectionKey.OP_READ, this);
  }

  void add(Frame frame) {
    frame.queued = true;
    if (out != null) {
      frame.sign(out);
    }
    waiting.add(frame);
    write();
  }

  /** Whether everything was handed to the kernel, or never will be. */
  boolean flushed() {
    return closed || waiting.isEmpty();
  }

  /** Waits for room as well, if there is something to write. */
  void interest() {
    if (!closed) {
      int write = waiting.isEmpty() ? 0 : SelectionKey.OP_WRITE;
      key.interestOps(SelectionKey.OP_READ | write);
    }
  }

  private void write() {
    try {
      Frame frame = waiting.peek();
      while (frame != null && !closed) {
        channel.write(frame.buffer);
        if (frame.buffer.hasRemaining()) {
          return;
        }
        waiting.poll();
        frame.queued = false;
        peer.written(frame);
        frame = waiting.peek();
      }
    } catch (IOException e) {
      close(); // the control connection tells what has happened
    }
  }

  /** Writes and reads as much as is possible at once. */
  void pump() {
    flush();
    read();
  }

  /** Writes what waits. */
  void flush() {
    if (!waiting.isEmpty()) {
      write();
    }
  }

  private void read() {
    try {
      boolean more = true;
      while (more && !closed) {
        boolean straight = inBody && body.remaining() >= STAGE;
        ByteBuffer into = straight ? body : stage.clear();
        taken = 0;
        int bytes = channel.read(into);
        if (bytes < 0) {
          close();
          return;
        }
        // Less than there was room for: the rest has not come yet.
        more = !into.hasRemaining();
        if (!straight) {
          unpack();
        } else if (!more) {
          return;
        } else {
          end();
        }
      }
    } catch (IOException e) {
      close();
    } catch (ProtocolException e) {
      close();
      peer.fail(e);
    }
  }

  /** Takes headers and bodies from what was read. */
  private void unpack() {
    while (taken < stage.position()) {
      ByteBuffer into = inBody ? body : header;
      int bytes = Math.min(into.remaining(), stage.position() - taken);
      into.put(into.position(), stage, taken, bytes);
      into.position(into.position() + bytes);
      taken += bytes;
      if (!into.hasRemaining()) {
        end();
      }
    }
  }

  /** A header or a body is complete; a body of no bytes is so at once. */
  private void end() {
    if (!inBody) {
      begin();
    }
    if (inBody && !body.hasRemaining()) {
      inBody = false;
      check(body);
      peer.credit(header);
      peer.arrived(header);
      header.clear();
    }
  }

  private void begin() {
    switch (header.getInt(0)) {
      case Frame.DATA -> {
        body = peer.room(header);
        inBody = true;
      }
      case Frame.CREDIT -> {
        check(NOTHING);
        peer.credit(header);
        header.clear();
      }
      default -> throw new ProtocolException("a frame of kind " + header.getInt(0));
    }
  }

  private void check(ByteBuffer arrived) {
    if (arriving != null) {
      ByteBuffer head = header.duplicate().clear().limit(Frame.SIGNATURE);
      arriving.check(header, Frame.SIGNATURE, head, arrived.duplicate().flip());
    }
  }

  /** Says that no more comes; what was sent arrives first. */
  void finish() {
    if (!closed) {
      try {
        channel.shutdownOutput();
      } catch (IOException e) {
        close();
      }
    }
  }

  boolean closed() {
    return closed;
  }

  void close() {
    if (!closed) {
      closed = true;
      key.cancel();
      Sockets.close(channel);
    }
  }
}
