package io.busbar.runtime.aggregate;

import io.busbar.runtime.kernel.Kernels;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.ProtocolException;
import io.busbar.runtime.transport.Sockets;
import io.busbar.runtime.transport.ThreadEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * An aggregator: listens on one address, and adds up for any number of groups at once. One thread
 * does everything; more aggregators, each with a range of the buffers, use more processors and
 * links. Whoever does not show the token is turned away without a word. Thread-safe.
 */
public final class AggregatorServer implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final int MOST_GUESTS = 1024;
  private static final int MOST_STRANGERS = 256;
  private static final long TICK_MS = 100;
  private static final long ABSENT_NS = 300_000_000;
  private static final long GREETING_NS = 10_000_000_000L;
  private static final Duration MEETING = Duration.ofMinutes(5);
  private static final long ENDING_NS = 2_000_000_000L;
  private static final long FULL_NS = 10_000_000;
  private static final long RETRY_NS = 200_000_000;
  private static final long CLOSING_NS = 500_000_000L;

  private final AggregatorOptions options;
  private final Consumer<String> said;
  private final byte[] key;
  private final InetSocketAddress address;
  private final ServerSocketChannel listener;
  private final Selector selector;
  private final Kernels kernels = Kernels.best();
  private final Sessions sessions;
  private final Map<Wire, Long> deadlines = new LinkedHashMap<>();
  private final ArrayDeque<Wire> strangers = new ArrayDeque<>();
  private final Queue<Runnable> posted = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private long[] path;
  private volatile boolean closing;

  private AggregatorServer(AggregatorOptions options, Consumer<String> said) throws IOException {
    this.options = options;
    this.said = said;
    sessions = new Sessions(this, options.memoryBytes());
    key = Visitor.key(options.token());
    long own = new SecureRandom().nextLong();
    path = new long[] {own};
    if (options.parent() != null) {
      learn(options.parent());
    }
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    try {
      listener.bind(options.listen(), BACKLOG);
      listener.configureBlocking(false);
      listener.register(selector, SelectionKey.OP_ACCEPT);
      address = (InetSocketAddress) listener.getLocalAddress();
    } catch (IOException e) {
      Sockets.close(listener);
      Sockets.close(selector);
      throw e;
    }
    thread = Thread.ofPlatform().name("busbar aggregator").daemon().start(this::work);
  }

  /**
   * Starts an aggregator.
   *
   * @param options how it is run
   * @param said is told when a group comes or goes, a line each, on the aggregator's thread
   * @return one that works until it is closed
   * @throws UncheckedIOException when the address cannot be listened on, or the parent not reached
   */
  public static AggregatorServer open(AggregatorOptions options, Consumer<String> said) {
    try {
      return new AggregatorServer(options, said);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /**
   * Starts an aggregator that tells nothing.
   *
   * @param options how it is run
   * @return one that works until it is closed
   * @throws UncheckedIOException when the address cannot be listened on, or the parent not reached
   */
  public static AggregatorServer open(AggregatorOptions options) {
    return open(options, line -> {});
  }

  /**
   * Where it listens.
   *
   * @return its address, with the port that it has got
   */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * Groups that are here now, and ranges of their buffers.
   *
   * @return how many, from any thread
   */
  public int groups() {
    return sessions.count();
  }

  /**
   * Whether it still works; without {@link #close} it ends only by a fault.
   *
   * @return false when its thread has ended
   */
  public boolean running() {
    return thread.isAlive();
  }

  /** Such as {@code aggregator 127.0.0.1:7000}. */
  @Override
  public String toString() {
    return Visitor.name(address);
  }

  /** Asks the parent what is above it, again and again when it is not up yet. */
  private void learn(InetSocketAddress parent) throws IOException {
    long end = System.nanoTime() + options.deadline().toNanos();
    Visitor visitor = null;
    while (visitor == null) {
      try {
        visitor = Visitor.enter(parent, null, options.token(), options.deadline());
      } catch (IOException e) {
        if (!(e.getCause() instanceof ConnectException) || System.nanoTime() - end > 0) {
          throw e;
        }
        LockSupport.parkNanos(RETRY_NS);
      }
    }
    visitor.close();
    long[] above = visitor.path();
    if (above.length >= Membership.MOST_LEVELS) {
      throw new IOException(
          "more than " + Membership.MOST_LEVELS + " levels of aggregators, or a circle");
    }
    long[] all = new long[above.length + 1];
    all[0] = path[0];
    System.arraycopy(above, 0, all, 1, above.length);
    path = all;
  }

  long[] path() {
    return path.clone();
  }

  byte[] key() {
    return key.clone();
  }

  Kernels kernels() {
    return kernels;
  }

  boolean hasParent() {
    return options.parent() != null;
  }

  String parentName() {
    return options.parent() == null ? "" : Visitor.name(options.parent());
  }

  private void work() {
    long tick = System.nanoTime();
    try {
      while (!closing) {
        pump(TICK_MS / 2);
        long now = System.nanoTime();
        if (now - tick > TICK_MS * 1_000_000) {
          tick(now, now - tick < ABSENT_NS);
          tick = now;
        }
      }
      stop();
    } catch (IOException e) {
      said.accept(this + " fails: " + e.getMessage());
    } finally {
      for (SelectionKey key : selector.keys()) {
        Sockets.close(key.channel());
      }
      Sockets.close(selector);
    }
  }

  private void pump(long longestMs) throws IOException {
    selector.select(longestMs);
    for (SelectionKey key : selector.selectedKeys()) {
      if (key.attachment() instanceof Wire wire) {
        wire.pump();
      } else {
        accept();
      }
    }
    selector.selectedKeys().clear();
    for (Runnable task = posted.poll(); task != null; task = posted.poll()) {
      task.run();
    }
  }

  /** A caller that breaks off at once, or a lack of descriptors, is no reason to end. */
  private void accept() {
    SocketChannel caller = null;
    try {
      caller = listener.accept();
      if (caller != null && deadlines.size() < MOST_GUESTS) {
        Sockets.tune(caller);
        Guest guest = new Guest(this);
        Wire wire = wire(caller, guest);
        guest.connect(wire);
        deadlines.put(wire, System.nanoTime() + GREETING_NS);
        stranger(wire);
        return;
      }
    } catch (IOException e) {
      LockSupport.parkNanos(FULL_NS);
    }
    if (caller != null) {
      Sockets.close(caller);
    }
  }

  /** The oldest of many goes, so that those who know the token find room. */
  private void stranger(Wire wire) {
    if (strangers.size() == MOST_STRANGERS) {
      Wire oldest = strangers.remove();
      oldest.close();
      deadlines.remove(oldest);
    }
    strangers.add(wire);
  }

  private Wire wire(SocketChannel channel, Wire.Handler handler) throws IOException {
    channel.configureBlocking(false);
    SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
    Wire wire = new Wire(channel, key, handler);
    key.attach(wire);
    return wire;
  }

  /** A guest knows the token; now it may take its time. */
  void known(Wire wire) {
    strangers.remove(wire);
    deadlines.put(wire, System.nanoTime() + MEETING.toNanos());
  }

  /** A guest becomes a member. */
  void join(Membership membership, Wire wire) {
    String refusal = refusal(membership);
    if (refusal.isEmpty()) {
      deadlines.remove(wire);
      sessions.of(membership).join(membership, wire);
    } else {
      end(wire, Frame.of(new Failure(Failure.Kind.PEER, -1, refusal)));
    }
  }

  private String refusal(Membership membership) {
    if (closing) {
      return this + " was stopped";
    }
    return membership.tree().size() == 2 * path.length
        ? sessions.refusal(membership)
        : this + " is on another level of the tree than it was";
  }

  /** Says the last word to a connection, and closes it when that has arrived. */
  void end(Wire wire, Frame last) {
    if (!wire.closed()) {
      wire.endWith(last);
      deadlines.put(wire, System.nanoTime() + ENDING_NS);
    }
  }

  /** Joins the group above, on a thread of its own, since that may take long. */
  void joinParent(Session session, Parent parent, Membership membership) {
    InetSocketAddress above = options.parent();
    if (above != null) {
      Thread.ofPlatform()
          .name("busbar aggregator to its parent")
          .daemon()
          .start(() -> callParent(above, session, parent, membership));
    }
  }

  private void callParent(
      InetSocketAddress above, Session session, Parent parent, Membership membership) {
    try {
      Visitor visitor = Visitor.enter(above, null, options.token(), options.deadline());
      visitor.join(membership, MEETING, () -> check(session));
      post(() -> joined(visitor, session, parent));
    } catch (IOException e) {
      String text = this + " cannot join " + e.getMessage();
      post(() -> session.fail(new Failure(Failure.Kind.PEER, -1, text)));
    }
  }

  private static void check(Session session) {
    if (session.over()) {
      throw new ProtocolException("the group is over");
    }
  }

  private void joined(Visitor visitor, Session session, Parent parent) {
    try {
      if (session.over()) {
        visitor.close();
        return;
      }
      parent.connect(wire(visitor.channel(), parent));
      session.start();
    } catch (IOException e) {
      visitor.close();
      session.fail(new Failure(Failure.Kind.PEER, -1, this + ": " + e.getMessage()));
    }
  }

  private void post(Runnable task) {
    posted.add(task);
    selector.wakeup();
  }

  void came(Session session) {
    said.accept(session + " came: " + session.size());
  }

  void went(Session session) {
    sessions.went(session);
    Failure failure = session.failure();
    String added = String.format(Locale.ROOT, "%.1f MB added up", session.bytesAdded() / 1e6);
    String why = failure == null ? "" : ": " + Sessions.text(failure);
    said.accept(session + " went: " + added + why);
  }

  private void tick(long now, boolean judge) {
    deadlines.keySet().removeIf(Wire::closed);
    strangers.removeIf(Wire::closed);
    for (Map.Entry<Wire, Long> each : List.copyOf(deadlines.entrySet())) {
      if (now - each.getValue() > 0) {
        each.getKey().close();
      }
    }
    for (Session session : sessions.all()) {
      session.beat(now, judge);
    }
    sessions.free();
  }

  /** Tells all groups, and waits a moment for them to hear it. */
  private void stop() throws IOException {
    Sockets.close(listener);
    for (Session session : sessions.all()) {
      session.fail(new Failure(Failure.Kind.PEER, -1, this + " was stopped"));
    }
    long end = System.nanoTime() + CLOSING_NS;
    while (!deadlines.keySet().stream().allMatch(Wire::closed) && System.nanoTime() - end < 0) {
      pump(1);
    }
  }

  /** Ends all groups, with a word to their ranks, and the thread. */
  @Override
  public void close() {
    closing = true;
    selector.wakeup();
    ThreadEnd.await(thread);
  }
}
