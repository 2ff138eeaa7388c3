package io.busbar.runtime.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The thread that minds the others: a heartbeat to each rank every 100 ms over a connection of its
 * own, and an eye on theirs. It sees a death at once, silence after a while, and passes failures
 * on.
 *
 * <pre>  frame: kind, failure's kind, failure's rank, bytes of text (ints) | text  </pre>
 */
final class TcpControl {
  private static final int HEADER = 16;
  private static final int MOST_TEXT = 1024;
  private static final int BEAT = 1;
  private static final int FAILURE = 2;
  private static final int GOODBYE = 3;
  private static final long BEAT_MS = 100;
  private static final long ABSENT_NS = 300_000_000;

  private final int rank;
  private final long frozenNs;
  private final @Nullable SocketChannel[] channels;
  private final ByteBuffer[] incoming;
  private final long[] heard;
  private final boolean[] gone;
  private final Selector selector;
  private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
  private final Thread thread;
  private volatile boolean closing;
  private boolean told;

  /**
   * @param channels a connection for each rank, null for the own one
   */
  TcpControl(int rank, @Nullable SocketChannel[] channels, long frozenNs) throws IOException {
    this.rank = rank;
    this.frozenNs = frozenNs;
    this.channels = channels;
    selector = Selector.open();
    incoming = new ByteBuffer[channels.length];
    heard = new long[channels.length];
    gone = new boolean[channels.length];
    for (int peer = 0; peer < channels.length; peer++) {
      incoming[peer] = ByteBuffer.allocate(HEADER + MOST_TEXT);
      SocketChannel channel = channels[peer];
      if (channel != null) {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, peer);
      }
    }
    thread = Thread.ofPlatform().name("busbar heart " + rank).daemon().start(this::work);
  }

  @Nullable Failure failure() {
    return failure.get();
  }

  void fail(Failure first) {
    if (failure.compareAndSet(null, first)) {
      selector.wakeup();
    }
  }

  /** Whether a rank has said goodbye. */
  synchronized boolean left(int peer) {
    return gone[peer];
  }

  private void work() {
    long now = System.nanoTime();
    Arrays.fill(heard, now);
    long beat = now;
    long look = now;
    try {
      while (!closing) {
        selector.select(BEAT_MS / 2);
        for (SelectionKey key : selector.selectedKeys()) {
          read((Integer) key.attachment());
        }
        selector.selectedKeys().clear();
        now = System.nanoTime();
        if (now - look > ABSENT_NS) {
          Arrays.fill(heard, now); // this process did not run itself
        }
        look = now;
        tellFailure();
        if (now - beat > BEAT_MS * 1_000_000) {
          beat = now;
          tell(frame(BEAT, null));
          judge(now);
        }
      }
      tell(frame(GOODBYE, null));
    } catch (IOException e) {
      fail(new Failure(Failure.Kind.PEER, rank, "lost its control connections: " + e));
    }
  }

  private void judge(long now) {
    for (int peer = 0; peer < channels.length; peer++) {
      if (channels[peer] != null && !left(peer) && now - heard[peer] > frozenNs) {
        String text =
            "has no heartbeat for "
                + (now - heard[peer]) / 1_000_000
                + " ms: frozen, in a long garbage collection, or cut off";
        fail(new Failure(Failure.Kind.PEER, peer, text));
      }
    }
  }

  private void tellFailure() {
    Failure first = failure.get();
    if (first != null && !told) {
      told = true;
      tell(frame(FAILURE, first));
    }
  }

  private static ByteBuffer frame(int kind, @Nullable Failure failure) {
    byte[] text = failure == null ? new byte[0] : failure.text().getBytes(StandardCharsets.UTF_8);
    int length = Math.min(text.length, MOST_TEXT);
    ByteBuffer frame = ByteBuffer.allocate(HEADER + length);
    frame.putInt(kind).putInt(failure == null ? 0 : failure.kind().ordinal());
    frame.putInt(failure == null ? 0 : failure.rank()).putInt(length).put(text, 0, length);
    return frame.flip();
  }

  /** A peer whose buffer is full of heartbeats does not read, and is judged by its own. */
  private void tell(ByteBuffer frame) {
    for (int peer = 0; peer < channels.length; peer++) {
      SocketChannel channel = channels[peer];
      if (channel != null && channel.isOpen()) {
        try {
          ByteBuffer copy = frame.duplicate();
          if (channel.write(copy) > 0 && copy.hasRemaining()) {
            lost(peer, channel);
          }
        } catch (IOException e) {
          lost(peer, channel);
        }
      }
    }
  }

  private void read(int peer) {
    SocketChannel channel = channels[peer];
    if (channel == null || !channel.isOpen()) {
      return;
    }
    try {
      ByteBuffer in = incoming[peer];
      int bytes = channel.read(in);
      while (in.position() >= HEADER && in.position() >= HEADER + in.getInt(12)) {
        heard[peer] = System.nanoTime();
        take(peer, in);
      }
      if (bytes < 0 || in.position() >= HEADER && in.getInt(12) > MOST_TEXT) {
        lost(peer, channel);
      }
    } catch (IOException e) {
      lost(peer, channel);
    }
  }

  private void take(int peer, ByteBuffer in) {
    int end = in.position();
    in.flip();
    int kind = in.getInt();
    int cause = Math.clamp(in.getInt(), 0, Failure.Kind.values().length - 1);
    int atFault = in.getInt();
    byte[] text = new byte[Math.clamp(in.getInt(), 0, MOST_TEXT)];
    in.get(text);
    if (kind == FAILURE) {
      String sentence = new String(text, StandardCharsets.UTF_8);
      fail(new Failure(Failure.Kind.values()[cause], atFault, sentence));
    } else if (kind == GOODBYE) {
      synchronized (this) {
        gone[peer] = true;
      }
    }
    in.limit(end);
    in.compact();
  }

  private void lost(int peer, SocketChannel channel) {
    Sockets.close(channel);
    if (!left(peer) && !closing) {
      String text = "died or was cut off: its connection closed without a goodbye";
      fail(new Failure(Failure.Kind.PEER, peer, text));
    }
  }

  /** Says goodbye and ends. */
  void close() {
    closing = true;
    selector.wakeup();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    for (SocketChannel channel : channels) {
      if (channel != null) {
        Sockets.close(channel);
      }
    }
    Sockets.close(selector);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
