package io.busbar.runtime.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The thread that minds the others: a heartbeat to each rank every 100 ms over a connection of its
 * own, and an eye on theirs. It sees a death at once, silence after a while, and passes failures
 * on.
 *
 * <pre>  frame: kind, failure's kind or round, rank, bytes of text (ints) | text  </pre>
 */
final class TcpControl implements Notes {
  private static final int HEADER = 16;
  private static final int MOST_TEXT = Notes.MOST_BYTES;
  private static final int BEAT = 1;
  private static final int FAILURE = 2;
  private static final int GOODBYE = 3;
  private static final int NOTE = 4;
  private static final long BEAT_MS = 100;
  private static final long ABSENT_NS = 300_000_000;

  private final int rank;
  private final long frozenNs;
  private final @Nullable SocketChannel[] channels;
  private final ByteBuffer[] incoming;
  private final long[] heard;
  private final boolean[] left;
  private final boolean[] lost;
  private final Map<Long, String> notes = new ConcurrentHashMap<>();
  private final Queue<ByteBuffer> outgoing = new ConcurrentLinkedQueue<>();
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
    left = new boolean[channels.length];
    lost = new boolean[channels.length];
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
    return left[peer];
  }

  private synchronized void lose(int peer) {
    lost[peer] = true;
  }

  @Override
  public synchronized boolean gone(int peer) {
    return left[peer] || lost[peer];
  }

  @Override
  public void write(int round, String text) {
    notes.put((long) round * channels.length + rank, text);
    outgoing.add(frame(NOTE, round, rank, text));
    selector.wakeup();
  }

  @Override
  public @Nullable String read(int peer, int round) {
    return notes.get((long) round * channels.length + peer);
  }

  private void tellNotes() {
    for (ByteBuffer note = outgoing.poll(); note != null; note = outgoing.poll()) {
      tell(note);
    }
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
        tellNotes();
        if (now - beat > BEAT_MS * 1_000_000) {
          beat = now;
          tell(frame(BEAT, 0, 0, ""));
          judge(now);
        }
      }
      tellFailure();
      tellNotes();
      tell(frame(GOODBYE, 0, 0, ""));
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
        lose(peer);
        fail(new Failure(Failure.Kind.PEER, peer, text));
      }
    }
  }

  private void tellFailure() {
    Failure first = failure.get();
    if (first != null && !told) {
      told = true;
      tell(frame(FAILURE, first.kind().ordinal(), first.rank(), first.text()));
    }
  }

  private static ByteBuffer frame(int kind, int first, int second, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MOST_TEXT);
    ByteBuffer frame = ByteBuffer.allocate(HEADER + length);
    frame.putInt(kind).putInt(first).putInt(second).putInt(length).put(bytes, 0, length);
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
    int first = in.getInt();
    int atFault = in.getInt();
    byte[] text = new byte[Math.clamp(in.getInt(), 0, MOST_TEXT)];
    in.get(text);
    String sentence = new String(text, StandardCharsets.UTF_8);
    if (kind == FAILURE) {
      Failure.Kind[] kinds = Failure.Kind.values();
      fail(new Failure(kinds[Math.clamp(first, 0, kinds.length - 1)], atFault, sentence));
    } else if (kind == NOTE) {
      notes.put((long) first * channels.length + peer, sentence);
    } else if (kind == GOODBYE) {
      synchronized (this) {
        left[peer] = true;
      }
    }
    in.limit(end);
    in.compact();
  }

  private void lost(int peer, SocketChannel channel) {
    Sockets.close(channel);
    lose(peer);
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
