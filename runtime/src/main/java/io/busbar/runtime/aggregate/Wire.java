package io.busbar.runtime.aggregate;

import io.busbar.runtime.transport.ProtocolException;
import io.busbar.runtime.transport.Sockets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/**
 * One connection that never waits: frames to be written, and the frame that is being read. What is
 * read goes to a handler.
 */
final class Wire {
  private static final int MOST_READS = 64;
  private static final int TRASH = 64 << 10;

  private final SocketChannel channel;
  private final SelectionKey key;
  private final ArrayDeque<Frame> waiting = new ArrayDeque<>();
  private final ByteBuffer header =
      ByteBuffer.allocateDirect(Frame.HEADER).order(ByteOrder.LITTLE_ENDIAN);
  private ByteBuffer body = header;
  private Handler handler;
  private boolean inBody;
  private boolean ending;
  private boolean shut;
  private boolean closed;
  private long heard = System.nanoTime();

  /** Who is told what comes in. */
  interface Handler {
    /**
     * Where the body of a frame goes; cleared, with the body's length as its limit.
     *
     * @throws ProtocolException when there must be no such frame
     */
    ByteBuffer room(ByteBuffer header);

    /** A frame is there. */
    void arrived(ByteBuffer header, ByteBuffer body);

    /**
     * The connection is closed, and nobody had said so before.
     *
     * @param why what the other end did, in words that follow its name
     */
    void lost(String why);
  }

  /**
   * @param key of the channel, which does not block any more
   */
  Wire(SocketChannel channel, SelectionKey key, Handler handler) {
    this.channel = channel;
    this.key = key;
    this.handler = handler;
  }

  void handler(Handler next) {
    handler = next;
  }

  /** When something was last read. */
  long heard() {
    return heard;
  }

  boolean closed() {
    return closed;
  }

  /** Whether all was handed to the kernel. */
  boolean flushed() {
    return waiting.isEmpty();
  }

  /** Sends after all that was sent before. */
  void send(Frame frame) {
    frame.queued = true;
    waiting.add(frame);
    try {
      write();
    } catch (IOException e) {
      waiting.clear(); // reading finds out why, and tells
    }
    interest();
  }

  /** Sends a last frame; what comes in from now on is dropped. */
  void endWith(Frame last) {
    send(last);
    ending = true;
  }

  /** Reads and writes what is possible; whether anything was. */
  boolean pump() {
    try {
      boolean moved = write();
      moved |= ending ? drain() : read();
      interest();
      return moved;
    } catch (IOException e) {
      lose("died or was cut off: " + e.getMessage());
    } catch (RuntimeException e) { // whatever one end sends, the others go on
      lose("broke the protocol: " + e.getMessage());
    }
    return true;
  }

  private void lose(String why) {
    if (!closed) {
      boolean told = ending;
      close();
      if (!told) {
        handler.lost(why);
      }
    }
  }

  private boolean write() throws IOException {
    boolean moved = false;
    Frame frame = waiting.peek();
    while (frame != null && !closed) {
      moved |= channel.write(frame.buffers()) > 0;
      if (!frame.written()) {
        return moved;
      }
      waiting.poll();
      frame.queued = false;
      frame = waiting.peek();
    }
    if (ending && !shut && !closed) {
      shut = true;
      channel.shutdownOutput();
    }
    return moved;
  }

  private boolean read() throws IOException {
    boolean moved = false;
    for (int i = 0; i < MOST_READS && !closed && !ending; i++) {
      ByteBuffer into = inBody ? body : header;
      int bytes = into.hasRemaining() ? channel.read(into) : 0;
      if (bytes < 0) {
        lose("died or was cut off: its connection closed without a goodbye");
        return true;
      }
      if (bytes > 0) {
        moved = true;
        heard = System.nanoTime();
      }
      if (into.hasRemaining()) {
        return moved;
      }
      if (!inBody) {
        body = handler.room(header);
      }
      if (inBody || !body.hasRemaining()) {
        inBody = false;
        handler.arrived(header, body);
        header.clear();
      } else {
        inBody = true;
      }
    }
    return moved;
  }

  /** An unread byte at the end would make the kernel drop what was sent last. */
  private boolean drain() throws IOException {
    ByteBuffer trash = ByteBuffer.allocate(TRASH);
    int bytes = channel.read(trash);
    if (bytes < 0) {
      close();
    }
    return bytes != 0;
  }

  /** Until it is pumped or sends again, what comes in wakes nobody. */
  void rest() {
    if (!closed && key.isValid()) {
      key.interestOps(0);
    }
  }

  private void interest() {
    if (!closed && key.isValid()) {
      int write = waiting.isEmpty() ? 0 : SelectionKey.OP_WRITE;
      if (key.interestOps() != (SelectionKey.OP_READ | write)) {
        key.interestOps(SelectionKey.OP_READ | write);
      }
    }
  }

  void close() {
    if (!closed) {
      closed = true;
      key.cancel();
      Sockets.close(channel);
    }
  }
}
