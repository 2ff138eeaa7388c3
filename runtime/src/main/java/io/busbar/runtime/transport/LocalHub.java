package io.busbar.runtime.transport;

import io.busbar.collective.schedule.Locality;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A group of ranks that are threads of this JVM: they see each other's buffers, on the heap or off
 * it. Make one, give each thread its {@link #transport}. Memory is freed with the last reference.
 * Thread-safe.
 */
public final class LocalHub {
  private static final int ALIGN = 128;

  private final @Nullable LocalHub whole;
  private final Locality locality;
  private final SlotSize slots;
  private final Board board;
  private final Arena arena = Arena.ofAuto();
  private final Map<Long, MemorySegment> links = new ConcurrentHashMap<>();
  private final Map<Long, String> notes = new ConcurrentHashMap<>();
  private final Map<Long, LocalHub> parts = new ConcurrentHashMap<>();
  private final AtomicIntegerArray left;
  private final AtomicIntegerArray rounds;
  private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();

  /**
   * @param locality ranks, and which of them schedules take for neighbours
   */
  public LocalHub(Locality locality, SlotSize slots) {
    this(null, locality, slots);
  }

  private LocalHub(@Nullable LocalHub whole, Locality locality, SlotSize slots) {
    this.whole = whole;
    this.locality = locality;
    this.slots = slots;
    this.left = new AtomicIntegerArray(locality.ranks());
    this.rounds = new AtomicIntegerArray(locality.ranks());
    this.board = new ThreadBoard(arena, locality.ranks());
  }

  /** What the thread of a rank works with. */
  public Transport transport(int rank) {
    return new LocalTransport(Objects.checkIndex(rank, locality.ranks()));
  }

  private MemorySegment link(int from, int to, int channel) {
    long key = ((long) channel * locality.ranks() + from) * locality.ranks() + to;
    return links.computeIfAbsent(key, k -> arena.allocate(SlotLink.bytes(slots), ALIGN));
  }

  private LocalHub part(int[] members, long group, boolean bound) {
    return parts.computeIfAbsent(
        group, key -> new LocalHub(bound ? this : null, Localities.of(locality, members), slots));
  }

  private @Nullable Failure failure() {
    Failure own = failure.get();
    Failure above = own != null || whole == null ? null : whole.failure();
    return above == null ? own : above.ofWhole();
  }

  /** Buffers are shown as objects; the counter of arrivals publishes them. */
  private static final class ThreadBoard extends Board {
    /** Stands for the other threads: a confined arena lets none of them in. */
    private static final Thread OTHER = Thread.ofPlatform().unstarted(() -> {});

    private final MemorySegment[] inputs;
    private final MemorySegment[] outputs;

    ThreadBoard(Arena arena, int ranks) {
      super(arena.allocate(Board.bytes(ranks), ALIGN), 0, ranks);
      inputs = new MemorySegment[ranks];
      outputs = new MemorySegment[ranks];
    }

    @Override
    public boolean show(int rank, MemorySegment input, MemorySegment output) {
      inputs[rank] = input;
      outputs[rank] = output;
      return input.isAccessibleBy(OTHER) && output.isAccessibleBy(OTHER);
    }

    @Override
    public MemorySegment input(int rank) {
      return inputs[rank];
    }

    @Override
    public MemorySegment output(int rank) {
      return outputs[rank];
    }
  }

  private final class LocalTransport implements Transport, Notes {
    private final int rank;
    private final Leaving leaving = new Leaving();

    LocalTransport(int rank) {
      this.rank = rank;
    }

    @Override
    public int rank() {
      return rank;
    }

    @Override
    public Locality locality() {
      return locality;
    }

    @Override
    public SlotSize slots() {
      return slots;
    }

    @Override
    public Sender sender(int to, int channel) {
      return new SlotLink.SendEnd(link(rank, to, channel), slots);
    }

    @Override
    public Receiver receiver(int from, int channel) {
      return new SlotLink.ReceiveEnd(link(from, rank, channel), slots);
    }

    @Override
    public Board board() {
      return board;
    }

    @Override
    public @Nullable Failure failure() {
      return LocalHub.this.failure();
    }

    @Override
    public void fail(Failure first) {
      failure.compareAndSet(null, first);
    }

    /** Threads do not vanish: whoever runs them tells of their failures. But they may leave. */
    @Override
    public void watch(int awaited) {
      if (leaving.left(awaited, left.get(awaited) != 0)) {
        fail(Leaving.failure(awaited));
      }
    }

    @Override
    public boolean spins() {
      return true;
    }

    @Override
    public int unsent() {
      return -1;
    }

    @Override
    public void park(long nanos) {
      LockSupport.parkNanos(nanos);
    }

    @Override
    public Transport split(int[] members, long group, Exchange exchange, boolean bound) {
      return part(members, group, bound).transport(placeAmong(members));
    }

    @Override
    public String describe() {
      return "local: " + locality.ranks() + " threads of one JVM";
    }

    @Override
    public Notes notes() {
      return this;
    }

    @Override
    public void write(int round, String text) {
      notes.put((long) round * locality.ranks() + rank, text);
      rounds.set(rank, round + 1);
    }

    @Override
    public @Nullable String read(int peer, int round) {
      return notes.get((long) round * locality.ranks() + peer);
    }

    @Override
    public int round(int peer) {
      return rounds.get(peer) - 1;
    }

    @Override
    public Presence presence(int peer) {
      return left.get(peer) == 0 ? Presence.THERE : Presence.GONE;
    }

    @Override
    public MemorySegment allocate(long bytes) {
      return OwnMemory.allocate(bytes);
    }

    @Override
    public void close() {
      left.set(rank, 1);
    }
  }
}
