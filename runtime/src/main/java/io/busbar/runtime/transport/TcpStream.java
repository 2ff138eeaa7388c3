package io.busbar.runtime.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/** One connection to a peer: frames that wait to be written, and the frame that is being read. */
final class TcpStream {
  private final TcpPeer peer;
  private final SocketChannel channel;
  private final SelectionKey key;
  private final ArrayDeque<Frame> waiting = new ArrayDeque<>(64);
  private final ByteBuffer header =
      ByteBuffer.allocateDirect(Frame.HEADER).order(ByteOrder.LITTLE_ENDIAN);
  private ByteBuffer body = header;
  private boolean inBody;
  private boolean closed;

  TcpStream(TcpPeer peer, SocketChannel channel, Selector selector) throws IOException {
    this.peer = peer;
    this.channel = channel;
    channel.configureBlocking(false);
    key = channel.register(selector, SelectionKey.OP_READ);
  }

  void add(Frame frame) {
    frame.queued = true;
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

  void write() {
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

  void read() {
    try {
      while (!closed) {
        ByteBuffer into = inBody ? body : header;
        int bytes = into.hasRemaining() ? channel.read(into) : 0;
        if (bytes < 0) {
          close();
        } else if (into.hasRemaining()) {
          return;
        } else if (inBody) {
          inBody = false;
          peer.arrived(header);
          header.clear();
        } else {
          begin();
        }
      }
    } catch (IOException e) {
      close();
    } catch (ProtocolException e) {
      close();
      peer.fail(e);
    }
  }

  private void begin() {
    switch (header.getInt(0)) {
      case Frame.DATA -> {
        body = peer.room(header);
        inBody = true;
      }
      case Frame.CREDIT -> {
        peer.credit(header);
        header.clear();
      }
      default -> throw new ProtocolException("a frame of kind " + header.getInt(0));
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
