package io.busbar.runtime.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The thread that minds the others: a heartbeat to each rank every 100 ms over a connection of its
 * own, and an eye on theirs. It sees a death at once, silence after a while, and passes failures
 * on. What is told to others is told before it is known here, so that a rank which ends its program
 * at once has told why.
 *
 * <pre>
 *   frame: kind, failure's kind or round, rank, bytes of text (ints) | text
 *          | signature, where frames are signed
 * </pre>
 */
final class TcpControl implements Notes {
  private static final int HEADER = 16;
  private static final int MOST_TEXT = Notes.MOST_BYTES;
  private static final int BEAT = 1;
  private static final int FAILURE = 2;
  private static final int GOODBYE = 3;
  private static final int NOTE = 4;
  private static final int ASK = 5;
  private static final int CALL = 6;
  private static final int LEFT = 1;
  private static final int CLOSED = 2;
  private static final int SILENT = 4;

  private final int rank;
  private final @Nullable SocketChannel[] channels;
  private final @Nullable TcpSeals seals;
  private final ByteBuffer[] incoming;
  private final Silence silence;
  private final AtomicIntegerArray states;
  private final AtomicIntegerArray rounds;
  private final Map<Long, String> notes = new ConcurrentHashMap<>();
  private final Calls calls;
  private final Selector selector;
  private final Object telling = new Object();
  private final Thread thread;
  private volatile @Nullable Failure failure;
  private volatile boolean closing;
  private boolean decided;

  /**
   * @param channels a connection for each rank, null for the own one
   * @param seals null where frames are not signed
   */
  TcpControl(int rank, @Nullable SocketChannel[] channels, long frozenNs, @Nullable TcpSeals seals)
      throws IOException {
    this.rank = rank;
    this.seals = seals;
    this.channels = channels;
    selector = Selector.open();
    int ranks = channels.length;
    incoming = new ByteBuffer[ranks];
    silence = new Silence(ranks, frozenNs);
    states = new AtomicIntegerArray(ranks);
    rounds = new AtomicIntegerArray(ranks);
    calls = new Calls(rank, ranks);
    for (int peer = 0; peer < ranks; peer++) {
      incoming[peer] = ByteBuffer.allocate(HEADER + MOST_TEXT + Seal.BYTES);
      SocketChannel channel = channels[peer];
      if (channel != null) {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, peer);
      }
    }
    thread = Thread.ofPlatform().name("busbar heart " + rank).daemon().start(this::work);
  }

  @Nullable Failure failure() {
    return failure;
  }

  void fail(Failure first) {
    synchronized (telling) {
      if (!decided) {
        decided = true;
        tell(frame(FAILURE, first.kind().ordinal(), first.rank(), first.text()));
        failure = first;
      }
    }
  }

  private boolean is(int peer, int state) {
    return (states.get(peer) & state) != 0;
  }

  private void set(int peer, int state) {
    states.getAndAccumulate(peer, state, (old, more) -> old | more);
  }

  /** Whether a rank has said goodbye. */
  boolean left(int peer) {
    return is(peer, LEFT);
  }

  @Override
  public Presence presence(int peer) {
    if (is(peer, LEFT | CLOSED)) {
      return Presence.GONE;
    }
    return is(peer, SILENT) ? Presence.SILENT : Presence.THERE;
  }

  @Override
  public void write(int round, String text) {
    if (text.getBytes(StandardCharsets.UTF_8).length > MOST_TEXT) {
      throw new IllegalArgumentException("a note of " + text.length() + " letters");
    }
    note(rank, round, text);
    tell(frame(NOTE, round, rank, text));
  }

  private void note(int peer, int round, String text) {
    notes.put((long) round * channels.length + peer, text);
    rounds.accumulateAndGet(peer, round + 1, Math::max);
  }

  @Override
  public @Nullable String read(int peer, int round) {
    return notes.get((long) round * channels.length + peer);
  }

  @Override
  public int round(int peer) {
    return rounds.get(peer) - 1;
  }

  @Override
  public void call(long number, long[] words) {
    calls.say(number, words);
  }

  @Override
  public long @Nullable [] called(int peer, long number) {
    long[] known = calls.known(peer, number);
    SocketChannel channel = channels[peer];
    if (known == null && channel != null && calls.ask(peer)) {
      tell(peer, channel, frame(ASK, 0, rank, Long.toString(number)));
    }
    return known;
  }

  private void work() {
    long beat = System.nanoTime();
    try {
      while (!closing) {
        selector.select(Silence.BEAT_MS / 2);
        for (SelectionKey key : selector.selectedKeys()) {
          read((Integer) key.attachment());
        }
        selector.selectedKeys().clear();
        long now = System.nanoTime();
        silence.look(now);
        if (now - beat > Silence.BEAT_MS * 1_000_000) {
          beat = now;
          tell(frame(BEAT, 0, 0, ""));
          judge(now);
        }
      }
      tell(frame(GOODBYE, 0, 0, ""));
      drain();
    } catch (IOException | RuntimeException e) {
      fail(new Failure(Failure.Kind.PEER, rank, "lost its control connections: " + Reasons.of(e)));
    }
  }

  /** What is unread when a connection closes would cost the peer our last words. */
  private void drain() {
    for (int peer = 0; peer < channels.length; peer++) {
      read(peer);
    }
  }

  /** A rank that does not hear most of the others is the one that is cut off. */
  private void judge(long now) {
    int there = 1;
    int suspects = 0;
    List<Integer> silent = new ArrayList<>();
    for (int peer = 0; peer < channels.length; peer++) {
      if (peer != rank && !is(peer, LEFT | CLOSED)) {
        boolean frozen = silence.frozen(peer, now);
        states.getAndAccumulate(peer, SILENT, (old, s) -> frozen ? old | s : old & ~s);
        if (frozen) {
          silent.add(peer);
        }
        suspects += silence.suspect(peer, now) ? 1 : 0;
        there += silence.suspect(peer, now) ? 0 : 1;
      }
    }
    if (!silent.isEmpty() && failure == null) {
      fail(verdict(silent, suspects > there, now));
    }
  }

  private Failure verdict(List<Integer> silent, boolean alone, long now) {
    int first = silent.getFirst();
    String some = silent.stream().map(String::valueOf).collect(Collectors.joining(", "));
    long millis = silence.millis(first, now);
    if (alone) {
      String text = "was cut off: it has no heartbeat of ranks " + some + " for " + millis + " ms";
      return new Failure(Failure.Kind.PEER, rank, text);
    }
    String also = silent.size() == 1 ? "" : " (as ranks " + some + ")";
    String text =
        "has no heartbeat for "
            + millis
            + " ms: frozen, in a long garbage collection, or cut off"
            + also;
    return new Failure(Failure.Kind.PEER, first, text);
  }

  private static ByteBuffer frame(int kind, int first, int second, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MOST_TEXT);
    ByteBuffer frame = ByteBuffer.allocate(HEADER + length);
    frame.putInt(kind).putInt(first).putInt(second).putInt(length).put(bytes, 0, length);
    return frame.flip();
  }

  private void tell(ByteBuffer frame) {
    for (int peer = 0; peer < channels.length; peer++) {
      SocketChannel channel = channels[peer];
      if (channel != null) {
        tell(peer, channel, frame);
      }
    }
  }

  /** A peer whose buffer is full of heartbeats does not read, and is judged by its own. */
  private void tell(int peer, SocketChannel channel, ByteBuffer frame) {
    synchronized (telling) {
      if (!channel.isOpen()) {
        return;
      }
      try {
        ByteBuffer copy = seals == null ? frame.duplicate() : seals.signed(peer, frame);
        int bytes = channel.write(copy);
        if (bytes > 0 && copy.hasRemaining()) {
          lost(peer, channel);
        }
        if (bytes > 0 && seals != null) {
          seals.sent(peer); // a heartbeat for which there was no room was not
        }
      } catch (IOException e) {
        return; // its last words may lie here unread; whoever reads finds the end after them
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
      int more = seals == null ? 0 : Seal.BYTES;
      while (in.position() >= HEADER && in.position() >= HEADER + in.getInt(12) + more) {
        silence.heard(peer, System.nanoTime());
        take(peer, channel, in);
      }
      if (bytes < 0 || in.position() >= HEADER && in.getInt(12) > MOST_TEXT) {
        lost(peer, channel);
      }
    } catch (IOException e) {
      lost(peer, channel);
    } catch (ProtocolException e) {
      Sockets.close(channel);
      set(peer, CLOSED);
      fail(new Failure(Failure.Kind.PEER, peer, "broke the protocol: " + e.getMessage()));
    }
  }

  private void take(int peer, SocketChannel channel, ByteBuffer in) {
    int end = in.position();
    in.flip();
    if (seals != null) {
      seals.check(peer, in, HEADER + in.getInt(12));
    }
    int kind = in.getInt();
    int first = in.getInt();
    int atFault = in.getInt();
    byte[] bytes = new byte[Math.clamp(in.getInt(), 0, MOST_TEXT)];
    in.get(bytes);
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (seals != null) {
      in.position(in.position() + Seal.BYTES);
    }
    switch (kind) {
      case FAILURE -> {
        Failure.Kind[] kinds = Failure.Kind.values();
        int who = atFault < channels.length ? Math.max(-1, atFault) : -1;
        fail(new Failure(kinds[Math.clamp(first, 0, kinds.length - 1)], who, text));
      }
      case NOTE -> note(peer, first, text);
      case GOODBYE -> set(peer, LEFT);
      case ASK -> {
        String answer = calls.answer(text);
        if (answer != null) {
          tell(peer, channel, frame(CALL, 0, rank, answer));
        }
      }
      case CALL -> calls.answered(peer, text);
      default -> {} // a heartbeat
    }
    in.limit(end);
    in.compact();
  }

  private void lost(int peer, SocketChannel channel) {
    Sockets.close(channel);
    set(peer, CLOSED);
    if (!left(peer) && !closing) {
      String text = "died or was cut off: its connection closed without a goodbye";
      fail(new Failure(Failure.Kind.PEER, peer, text));
    }
  }

  /** Says goodbye and ends. */
  void close() {
    closing = true;
    selector.wakeup();
    ThreadEnd.await(thread);
    for (SocketChannel channel : channels) {
      if (channel != null) {
        Sockets.close(channel);
      }
    }
    Sockets.close(selector);
  }
}
