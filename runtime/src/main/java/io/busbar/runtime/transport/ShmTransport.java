package io.busbar.runtime.transport;

import io.busbar.collective.schedule.Locality;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that are processes of one host and share a mapped file. Buffers made by {@link #allocate}
 * are seen by all; other memory goes over links. A thread per process counts its heartbeats.
 */
public final class ShmTransport implements Transport, Notes {
  private static final int ALIGN = 128;
  private static final String SEPARATOR = "|";

  private final @Nullable ShmTransport whole;
  private final ShmOptions options;
  private final int rank;
  private final Locality locality;
  private final SlotSize slots;
  private final Arena arena;
  private final SharedFile file;
  private final FileBoard board;
  private final Heartbeats heartbeats;
  private final Leaving leaving = new Leaving();
  private final Thread heart;
  private final MemorySegment heap;
  private volatile boolean closed;
  private long allocated;

  private ShmTransport(
      @Nullable ShmTransport whole,
      ShmOptions options,
      int rank,
      int ranks,
      SlotSize slots,
      Arena arena,
      SharedFile file) {
    this.whole = whole;
    this.options = options;
    this.rank = rank;
    this.locality = Locality.oneNode(ranks);
    this.slots = slots;
    this.arena = arena;
    this.file = file;
    board = new FileBoard(file.memory(), file.boardAt(), ranks);
    heartbeats = new Heartbeats(file, rank, ranks, options.frozenAfter().toNanos());
    heap = file.heap(rank);
    heart = Thread.ofPlatform().name("busbar heart " + rank).daemon().start(this::beat);
  }

  /**
   * Meets the other ranks. The first makes the file, which has no name from the start.
   *
   * @throws UncheckedIOException when the file cannot be made or mapped
   */
  public static ShmTransport join(int rank, int ranks, Exchange exchange, ShmOptions options) {
    return join(null, rank, ranks, exchange, options);
  }

  private static ShmTransport join(
      @Nullable ShmTransport whole, int rank, int ranks, Exchange exchange, ShmOptions options) {
    try {
      if (rank > 0) {
        return join(whole, rank, ranks, exchange, options, "");
      }
      SlotSize slots;
      long heap;
      try {
        slots = options.slots(ranks);
        heap = options.heapBytes(ranks);
      } catch (UncheckedIOException e) {
        String text = "cannot make shared memory in " + options.folder() + ": " + Reasons.of(e);
        exchange.refuse(text);
        throw new IOException(text, e);
      }
      try (SharedFile.Made made = made(ranks, exchange, options, slots, heap)) {
        String room = slots.bytes() + SEPARATOR + slots.count() + SEPARATOR + heap + SEPARATOR;
        return join(whole, rank, ranks, exchange, options, room + made.path());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("shared memory of the group: " + Reasons.of(e), e);
    }
  }

  private static SharedFile.Made made(
      int ranks, Exchange exchange, ShmOptions options, SlotSize slots, long heap)
      throws IOException {
    try {
      return SharedFile.create(options.folder(), ranks, slots, heap);
    } catch (IOException | RuntimeException e) {
      exchange.refuse("cannot make shared memory in " + options.folder() + ": " + Reasons.of(e));
      throw e;
    }
  }

  @SuppressWarnings("MustBeClosedChecker") // the transport closes the arena
  private static ShmTransport join(
      @Nullable ShmTransport whole,
      int rank,
      int ranks,
      Exchange exchange,
      ShmOptions options,
      String offer)
      throws IOException {
    Arena arena = Arena.ofShared();
    try {
      String[] offered = exchange.texts(offer)[0].split("\\" + SEPARATOR, 4);
      SlotSize slots = new SlotSize(Integer.parseInt(offered[0]), Integer.parseInt(offered[1]));
      long heap = Long.parseLong(offered[2]);
      SharedFile file = mapped(Path.of(offered[3]), arena, ranks, exchange, slots, heap);
      try {
        file.process(rank, ProcessHandle.current().pid());
        exchange.texts("mapped");
        return new ShmTransport(whole, options, rank, ranks, slots, arena, file);
      } catch (RuntimeException e) {
        file.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  private static SharedFile mapped(
      Path offered, Arena arena, int ranks, Exchange exchange, SlotSize slots, long heap)
      throws IOException {
    try {
      return SharedFile.map(offered, arena, ranks, slots, heap);
    } catch (IOException | RuntimeException e) {
      Reasons.await(exchange, Long.MAX_VALUE);
      exchange.refuse("cannot map the shared memory: " + Reasons.of(e));
      throw e;
    }
  }

  private void beat() {
    long count = 0;
    while (!closed) {
      file.beat(rank, ++count);
      LockSupport.parkNanos(Silence.BEAT_MS * 1_000_000);
    }
  }

  /** Buffers are shown by their place in the file, the same for all processes. */
  private static final class FileBoard extends Board {
    private final MemorySegment file;
    private final MemorySegment[] inputs;
    private final MemorySegment[] outputs;

    FileBoard(MemorySegment file, long start, int ranks) {
      super(file, start, ranks);
      this.file = file;
      inputs = new MemorySegment[ranks];
      outputs = new MemorySegment[ranks];
    }

    @Override
    public boolean show(int rank, MemorySegment input, MemorySegment output) {
      return show(rank, 0, input) && show(rank, 2, output);
    }

    private boolean show(int rank, int index, MemorySegment memory) {
      long at = memory.byteSize() == 0 ? 0 : memory.address() - file.address();
      boolean inside = memory.isNative() && at >= 0 && at + memory.byteSize() <= file.byteSize();
      if (inside || memory.byteSize() == 0) {
        shown(rank, index, at);
        shown(rank, index + 1, memory.byteSize());
      }
      return inside || memory.byteSize() == 0;
    }

    @Override
    public MemorySegment input(int rank) {
      return inputs[rank] = slice(inputs[rank], rank, 0);
    }

    @Override
    public MemorySegment output(int rank) {
      return outputs[rank] = slice(outputs[rank], rank, 2);
    }

    /** The last slice again, unless the rank shows something else now. */
    private MemorySegment slice(@Nullable MemorySegment last, int rank, int index) {
      long at = shown(rank, index);
      long bytes = shown(rank, index + 1);
      if (last != null && last.address() == file.address() + at && last.byteSize() == bytes) {
        return last;
      }
      return file.asSlice(at, bytes);
    }
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
    try {
      file.reserveLink(rank, to, channel);
    } catch (IOException e) {
      throw new UncheckedIOException("a link to rank " + to + " has no room: " + full(e), e);
    }
    return new SlotLink.SendEnd(file.link(rank, to, channel), slots);
  }

  @Override
  public Receiver receiver(int from, int channel) {
    return new SlotLink.ReceiveEnd(file.link(from, rank, channel), slots);
  }

  @Override
  public Board board() {
    return board;
  }

  @Override
  public @Nullable Failure failure() {
    Failure own = closed ? null : file.failure();
    Failure above = own != null || whole == null ? null : whole.failure();
    return above == null ? own : above.ofWhole();
  }

  @Override
  public void fail(Failure failure) {
    if (!closed) {
      file.fail(failure);
    }
  }

  @Override
  public void watch(int awaited) {
    if (leaving.left(awaited, file.left(awaited))) {
      file.fail(Leaving.failure(awaited));
    }
    heartbeats.look();
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
  public MemorySegment allocate(long bytes) {
    long at = allocated;
    if (bytes > heap.byteSize() - at) {
      throw new IllegalStateException(
          bytes
              + " bytes of shared memory, of which rank "
              + rank
              + " has "
              + (heap.byteSize() - at)
              + " left of "
              + heap.byteSize()
              + "; ShmOptions.withHeap and the free space of "
              + options.folder()
              + " decide how much there is");
    }
    try {
      file.reserveHeap(rank, at, bytes);
    } catch (IOException e) {
      throw new IllegalStateException(bytes + " bytes of shared memory: " + full(e), e);
    }
    allocated = Math.min(heap.byteSize(), (at + bytes + ALIGN - 1) / ALIGN * ALIGN);
    return heap.asSlice(at, bytes);
  }

  /** Others fill the file system as well. */
  private String full(IOException e) {
    return "the shared memory in " + options.folder() + ": " + Reasons.of(e);
  }

  @Override
  public Transport split(int[] members, long group, Exchange exchange, boolean bound) {
    return join(
        bound ? this : null, placeAmong(members), members.length, exchange.among(members), options);
  }

  @Override
  public Notes notes() {
    return this;
  }

  @Override
  public void write(int round, String text) {
    file.note(rank, round, text);
  }

  @Override
  public @Nullable String read(int peer, int round) {
    return file.noted(peer, round);
  }

  @Override
  public int round(int peer) {
    return file.lastRound(peer);
  }

  /** Who wakes up later finds in the file that the others have gone on: it is never in doubt. */
  @Override
  public Presence presence(int peer) {
    return heartbeats.gone(peer) ? Presence.GONE : Presence.THERE;
  }

  @Override
  public String describe() {
    return "shm: "
        + locality.ranks()
        + " processes of one host, "
        + slots.count()
        + " slots of "
        + slots.bytes()
        + " bytes per link";
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    file.leave(rank);
    closed = true;
    LockSupport.unpark(heart);
    ThreadEnd.await(heart);
    file.close();
    arena.close();
  }
}
