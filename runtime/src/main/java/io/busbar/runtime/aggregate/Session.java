package io.busbar.runtime.aggregate;

import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.ProtocolException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One group at one aggregator. Chunk k of every member goes into its slot k modulo window. When it
 * is there from all, calls are compared, it is added up, and the sum goes up or down. A result is
 * the credit for the chunk a window later, so a slot, and a result, is free when it is used again.
 */
final class Session {
  private static final int ALIGN = 64;

  private final AggregatorServer server;
  private final Membership shape;
  private final Arena arena = Arena.ofConfined();
  private final int window;
  private final @Nullable Child[] children;
  private final List<Child> members = new ArrayList<>();
  private final Pulse pulse = new Pulse(this);
  private final MemorySegment[][] inputs;
  private final MemorySegment[] results;
  private final MemorySegment[] partial;
  private final int[] here;
  private final CallWords[] calls;
  private final long[] operations;
  private final int[] counts;
  private @Nullable Adder adder;
  private @Nullable Parent parent;
  private @Nullable Share above;
  private boolean ready;
  private @Nullable Failure failure;
  private boolean disputed;
  private volatile boolean over;
  private long consumed;
  private long finished;
  private int part;
  private Parts parts = new Parts(0, 0, 1);
  private long lastOperation;
  private long bytesAdded;

  /**
   * @param shape what all members say
   */
  Session(AggregatorServer server, Membership shape) {
    this.server = server;
    this.shape = shape;
    this.window = shape.slots().count();
    children = new Child[shape.siblings()];
    inputs = new MemorySegment[window][children.length];
    results = slots(shape.slots().bytes());
    partial = server.hasParent() ? slots(2 * shape.slots().bytes()) : results;
    here = new int[window];
    calls = new CallWords[window];
    operations = new long[window];
    counts = new int[window];
  }

  /** Bytes that a group takes at most; its narrow sums may come as floats. */
  static long bytes(Membership shape) {
    long slot = 2L * shape.slots().bytes();
    return slot * shape.slots().count() * (shape.siblings() + 2L);
  }

  private MemorySegment[] slots(int bytes) {
    MemorySegment[] made = new MemorySegment[window];
    for (int slot = 0; slot < window; slot++) {
      made[slot] = arena.allocate(bytes, ALIGN);
    }
    return made;
  }

  Membership shape() {
    return shape;
  }

  String server() {
    return server.toString();
  }

  boolean ready() {
    return ready;
  }

  long finished() {
    return finished;
  }

  /** Whether it has ended, well or not. */
  boolean over() {
    return over;
  }

  @Nullable Failure failure() {
    return failure;
  }

  long bytesAdded() {
    return bytesAdded;
  }

  /** A member comes; the last one completes the session. */
  void join(Membership membership, Wire wire) {
    int place = membership.place();
    boolean fits = membership.common().equals(shape) && children[place] == null;
    boolean wide = !membership.name().isEmpty();
    MemorySegment[] slots = slots(shape.slots().bytes() * (wide ? 2 : 1));
    Child child = new Child(this, membership, wire, slots, results);
    members.add(child);
    wire.handler(child);
    if (!fits) {
      fail(child.fault(Failure.Kind.MISMATCH, "joined " + server + " with another plan"));
      return;
    }
    children[place] = child;
    for (int slot = 0; slot < window; slot++) {
      inputs[slot][place] = slots[slot];
    }
    if (members.size() == children.length) {
      complete();
    }
  }

  private void complete() {
    Share[] shares = new Share[children.length];
    for (int place = 0; place < shares.length; place++) {
      shares[place] = child(place).share();
    }
    int chunk = shape.slots().bytes();
    adder = new Adder(server.kernels(), shares, shape.ranks(), !server.hasParent(), chunk);
    if (server.hasParent()) {
      parent = new Parent(this, server.parentName(), partial, results);
      List<Integer> below = Arrays.stream(above().ranks()).boxed().toList();
      server.joinParent(this, parent, shape.above(below, server.toString()));
    } else {
      start();
    }
  }

  /** All are there, also above. */
  void start() {
    ready = true;
    pulse.start();
    for (Child child : members) {
      child.wire().send(Frame.of(Frame.JOINED, new byte[0]));
    }
    server.came(this);
  }

  private Child child(int place) {
    Child child = children[place];
    if (child == null) {
      throw new IllegalStateException("nobody at place " + place);
    }
    return child;
  }

  /** A chunk has come from a member. */
  void arrived(long number) {
    int slot = (int) (number % window);
    here[slot]++;
    while (failure == null && !disputed && here[(int) (consumed % window)] == children.length) {
      consume((int) (consumed % window));
    }
    checkLeft();
  }

  private void consume(int slot) {
    here[slot] = 0;
    Child first = child(0);
    for (Child child : members) {
      if (!child.saysAs(first, slot)) {
        dispute(slot);
        return;
      }
    }
    CallWords call = first.call(slot);
    if (part == 0) {
      if (!call.possible(shape.ranks()) || !Route.aggregates(call.op())) {
        fail(first.fault(Failure.Kind.PEER, "broke the protocol: a call that is none"));
        return;
      }
      int chunk = shape.slots().bytes();
      parts = Parts.of(call.count(), call.type(), shape.shard(), shape.shards(), chunk);
      lastOperation = first.operation(slot);
    } else if (first.operation(slot) != lastOperation) {
      fail(first.fault(Failure.Kind.PEER, "broke the protocol: an operation without its end"));
      return;
    }
    int count = parts.length(part);
    part = part + 1 == parts.chunks() ? 0 : part + 1;
    if (lengthsFit(slot, call, count)) {
      add(slot, call, count);
    }
  }

  private boolean lengthsFit(int slot, CallWords call, int count) {
    for (Child child : members) {
      if (child.bytes(slot) != child.share().up(call, count)) {
        String text = "broke the protocol: a chunk of " + child.bytes(slot) + " bytes";
        fail(child.fault(Failure.Kind.PEER, text));
        return false;
      }
    }
    return true;
  }

  private void add(int slot, CallWords call, int count) {
    MemorySegment into = partial[slot];
    if (CallWords.reduces(call.op())) {
      if (adder != null) {
        adder.reduce(call, count, inputs[slot], into);
      }
    } else {
      int place = 0;
      while (!child(place).share().carries(call.root()) && place < children.length - 1) {
        place++;
      }
      MemorySegment.copy(inputs[slot][place], 0, into, 0, child(place).bytes(slot));
    }
    bytesAdded += (long) count * call.type().bytes();
    calls[slot] = call;
    counts[slot] = count;
    operations[slot] = child(0).operation(slot);
    consumed++;
    if (parent == null) {
      finish();
    } else {
      int bytes = above().up(call, count);
      parent.send(slot, bytes, consumed - 1, operations[slot], call);
    }
  }

  /** All who are below, as the aggregator above sees them. */
  Share above() {
    Share made = above;
    if (made == null) {
      int[] ranks =
          members.stream().flatMapToInt(c -> Arrays.stream(c.share().ranks())).sorted().toArray();
      made = new Share(ranks, true);
      above = made;
    }
    return made;
  }

  /** Slot of a result that comes from above. */
  int expects(long number, int bytes) {
    int slot = (int) (finished % window);
    if (number != finished
        || number >= consumed
        || bytes != above().down(calls[slot], counts[slot])) {
      throw new ProtocolException("result " + number + " of " + bytes + " bytes");
    }
    return slot;
  }

  /** The next result is there. */
  void finish() {
    int slot = (int) (finished % window);
    long number = finished++;
    for (Child child : members) {
      if (!child.left() && failure == null) {
        result(child, slot, number);
      }
    }
  }

  private void result(Child child, int slot, long number) {
    try {
      child.result(slot, number, operations[slot], calls[slot], counts[slot]);
    } catch (ProtocolException e) {
      fail(child.fault(Failure.Kind.PEER, "broke the protocol: " + e.getMessage()));
    }
  }

  /** Ranks call different things: the root finds out whose fault it is. */
  private void dispute(int slot) {
    @Nullable Said[] byRank = new Said[shape.ranks()];
    for (Child child : members) {
      int[] ranks = child.share().ranks();
      List<Said> said = child.said(slot);
      for (int i = 0; i < Math.min(ranks.length, said.size()); i++) {
        byRank[ranks[i]] = said.get(i);
      }
    }
    List<Said> below = Arrays.stream(byRank).filter(Objects::nonNull).toList();
    disputed = true;
    int bytes = Said.bytes(below.size());
    if (parent != null && bytes <= partial[slot].byteSize()) {
      Said.encode(below, partial[slot].asByteBuffer());
      parent.sendDispute(slot, bytes, consumed);
    } else if (below.size() == shape.ranks()) {
      fail(Said.odd(below));
    } else {
      fail(
          new Failure(
              Failure.Kind.MISMATCH, -1, "ranks below " + server + " called different things"));
    }
  }

  /** A member has said goodbye. */
  void gone(Child leaving) {
    if (members.stream().allMatch(Child::left)) {
      if (parent != null) {
        server.end(parent.wire(), Frame.of(Frame.GOODBYE, new byte[0]));
      }
      end();
    } else if (!ready) {
      fail(leaving.fault(Failure.Kind.PEER, "left the group before it was complete"));
    } else {
      checkLeft();
    }
  }

  /** Whoever has left while others go on is missed. */
  private void checkLeft() {
    long most = 0;
    for (Child child : members) {
      most = Math.max(most, child.arrived());
    }
    for (Child child : members) {
      if (child.left() && child.arrived() < most) {
        fail(child.fault(Failure.Kind.PEER, "left the group while others waited for it"));
      }
    }
  }

  /** Ends the session for a reason, which all members are told. The first one stays. */
  void fail(Failure reason) {
    if (over) {
      return;
    }
    failure = reason;
    for (Child child : members) {
      if (!child.left()) {
        server.end(child.wire(), Frame.of(reason));
      }
    }
    if (parent != null && parent.wire() != null) {
      server.end(parent.wire(), Frame.of(reason));
    }
    end();
  }

  private void end() {
    over = true;
    server.went(this);
  }

  /** Signs of life, and a look at those of other aggregators. */
  void beat(long now, boolean judge) {
    pulse.beat(members, parent, now, judge);
  }

  /** Frees the buffers, when no connection uses them any more; whether it did. */
  boolean free() {
    boolean used = parent != null && parent.wire() != null && !parent.wire().closed();
    for (Child child : members) {
      used |= !child.wire().closed();
    }
    if (!used) {
      arena.close();
    }
    return !used;
  }

  /** For people: ranks, connections, range, and memory. */
  String size() {
    return String.format(
        Locale.ROOT,
        "%d ranks, %d connections, range %d of %d, %.1f MB of buffers",
        shape.ranks(),
        shape.siblings(),
        shape.shard() + 1,
        shape.shards(),
        bytes(shape) / 1e6);
  }

  /** Such as {@code group 1a2b3c4d}. */
  @Override
  public String toString() {
    return "group " + shape.session().toString().substring(0, 8);
  }
}
