package io.busbar.runtime.transport;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The memory that processes of a group share: one file without a name, mapped by all. Pages take
 * room when they are {@linkplain #reserve reserved}: what is only mapped is missing when it is
 * touched and the file system has been filled meanwhile, which no program can bear. So everything
 * that is touched is reserved before, when the file is made, a link is first used for sending, or a
 * buffer is allocated; a lack of room is an error with a reason then.
 *
 * <pre>
 *   header   failure of the group: state, kind, rank, text
 *   lives    per rank: heartbeat, left, process id
 *   notes    per rank: last round, notes of even and odd rounds
 *   board
 *   links    per channel, sender, receiver
 *   heaps    per rank: buffers that it allocates
 * </pre>
 */
final class SharedFile {
  /** Messages between pairs, and two channels of schedules. */
  static final int CHANNELS = 3;

  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final int PAGE = 4096;
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(256 << 10).asReadOnlyBuffer();
  private static final int LINE = 128;
  private static final int KIND = 4;
  private static final int RANK = 8;
  private static final int LENGTH = 12;
  private static final int TEXT = 16;
  private static final int MOST_TEXT = Notes.MOST_BYTES;
  private static final int WRITING = 1;
  private static final int WRITTEN = 2;
  private static final long NUMBER = 8;
  private static final long NOTE = 16 + MOST_TEXT;
  private static final long NOTES = LINE + 2 * NOTE;
  private static final int LEFT = 8;
  private static final int PROCESS = 16;

  private final FileChannel channel;
  private final MemorySegment memory;
  private final int ranks;
  private final SlotSize slots;
  private final long heapBytes;

  private SharedFile(
      FileChannel channel, MemorySegment memory, int ranks, SlotSize slots, long heapBytes) {
    this.channel = channel;
    this.memory = memory;
    this.ranks = ranks;
    this.slots = slots;
    this.heapBytes = heapBytes;
  }

  /**
   * A file without a name: it goes with the last process that has it open or mapped, however they
   * end. Other processes of its owner open it by its path among its maker's open files.
   */
  record Made(FileChannel channel, Path path) implements AutoCloseable {
    @Override
    public void close() {
      Sockets.close(channel);
    }
  }

  /** Makes an empty file that only its owner may open. */
  @SuppressWarnings("MustBeClosedChecker") // what is made closes it
  static Made create(Path folder, int ranks, SlotSize slots, long heapBytes) throws IOException {
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    String name = "busbar-" + HexFormat.of().formatHex(random) + ".shm";
    // Its name goes as soon as it is open, long before it is closed: so it is on Linux.
    FileChannel channel =
        FileChannel.open(
            folder.resolve(name),
            Set.of(
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      reserve(channel, 0, links(ranks));
      for (long link = links(ranks); link < heaps(ranks, slots); link += linkBytes(slots)) {
        reserve(channel, link, 1); // its counters, at which both ends look from the start
      }
      reserve(channel, heaps(ranks, slots) + ranks * heapBytes - 1, 1);
      return new Made(channel, among(name));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Writes zeros, for which the file system finds room or says that it has none. */
  private static void reserve(FileChannel channel, long start, long bytes) throws IOException {
    ByteBuffer zeros = ZEROS.duplicate();
    for (long done = 0; done < bytes; ) {
      zeros.position(0).limit((int) Math.min(zeros.capacity(), bytes - done));
      done += channel.write(zeros, start + done);
    }
  }

  /** Where an open file of this process is found by others. */
  private static Path among(String name) throws IOException {
    Path open = Path.of("/proc", Long.toString(ProcessHandle.current().pid()), "fd");
    try (DirectoryStream<Path> files = Files.newDirectoryStream(open)) {
      for (Path file : files) {
        if (leadsTo(file, name)) {
          return file;
        }
      }
    }
    throw new IOException("shared memory needs Linux: " + name + " is not in " + open);
  }

  /** Other threads open and close files meanwhile, so that a link may go between two looks. */
  private static boolean leadsTo(Path link, String name) throws IOException {
    try {
      return Files.isSymbolicLink(link) && Files.readSymbolicLink(link).toString().contains(name);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Maps a file that {@link #create} has made with the same numbers.
   *
   * @return to be closed before the arena is
   */
  @SuppressWarnings("MustBeClosedChecker") // the channel goes with what is returned
  static SharedFile map(Path file, Arena arena, int ranks, SlotSize slots, long heapBytes)
      throws IOException {
    FileChannel channel;
    try {
      channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
    } catch (NoSuchFileException | AccessDeniedException e) {
      String text = " is not there: rank 0 has died, or is of another user or process namespace";
      throw new IOException(file + text, e);
    }
    try {
      long bytes = heaps(ranks, slots) + ranks * heapBytes;
      MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      return new SharedFile(channel, memory, ranks, slots, heapBytes);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static long paged(long bytes) {
    return (bytes + PAGE - 1) / PAGE * PAGE;
  }

  private static long notes(int ranks) {
    return PAGE + paged((long) LINE * ranks);
  }

  private static long board(int ranks) {
    return notes(ranks) + paged(NOTES * ranks);
  }

  private static long links(int ranks) {
    return board(ranks) + paged(Board.bytes(ranks));
  }

  private static long heaps(int ranks, SlotSize slots) {
    return links(ranks) + linkBytes(slots) * CHANNELS * ranks * ranks;
  }

  /** Bytes of a link, whole pages. */
  static long linkBytes(SlotSize slots) {
    return paged(SlotLink.bytes(slots));
  }

  MemorySegment memory() {
    return memory;
  }

  long boardAt() {
    return board(ranks);
  }

  private long linkAt(int from, int to, int channelOfLinks) {
    long index = ((long) channelOfLinks * ranks + from) * ranks + to;
    return links(ranks) + index * linkBytes(slots);
  }

  MemorySegment link(int from, int to, int channelOfLinks) {
    return memory.asSlice(linkAt(from, to, channelOfLinks), linkBytes(slots));
  }

  /** Makes sure of the room of a link; once, before anything is sent over it. */
  void reserveLink(int from, int to, int channelOfLinks) throws IOException {
    reserve(channel, linkAt(from, to, channelOfLinks) + PAGE, linkBytes(slots) - PAGE);
  }

  private long heapAt(int rank) {
    return heaps(ranks, slots) + rank * heapBytes;
  }

  MemorySegment heap(int rank) {
    return memory.asSlice(heapAt(rank), heapBytes);
  }

  /** Makes sure of the room of a buffer, which is zeros then. */
  void reserveHeap(int rank, long start, long bytes) throws IOException {
    reserve(channel, heapAt(rank) + start, bytes);
  }

  /** Gives back what is not memory. */
  void close() {
    Sockets.close(channel);
  }

  private static long life(int rank) {
    return PAGE + (long) LINE * rank;
  }

  void beat(int rank, long count) {
    LONG.setRelease(memory, life(rank), count);
  }

  long beats(int rank) {
    return (long) LONG.getAcquire(memory, life(rank));
  }

  void leave(int rank) {
    LONG.setRelease(memory, life(rank) + LEFT, 1L);
  }

  boolean left(int rank) {
    return (long) LONG.getAcquire(memory, life(rank) + LEFT) != 0;
  }

  void process(int rank, long id) {
    LONG.setRelease(memory, life(rank) + PROCESS, id);
  }

  long process(int rank) {
    return (long) LONG.getAcquire(memory, life(rank) + PROCESS);
  }

  private long note(int rank, int round) {
    return notes(ranks) + rank * NOTES + LINE + (round & 1) * NOTE;
  }

  /** Leaves a rank's note of a round; rounds count from 0. */
  void note(int rank, int round, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MOST_TEXT) {
      throw new IllegalArgumentException("a note of " + bytes.length + " bytes");
    }
    long at = note(rank, round);
    LONG.setOpaque(memory, at + NUMBER, 0L);
    VarHandle.releaseFence(); // nothing of the new text is seen under the old number
    memory.set(ValueLayout.JAVA_INT, at, bytes.length);
    MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, at + 16, bytes.length);
    LONG.setRelease(memory, at + NUMBER, round + 1L);
    LONG.setRelease(memory, notes(ranks) + rank * NOTES, round + 1L);
  }

  /** The last round in which a rank left a note; −1 before the first. */
  int lastRound(int rank) {
    return (int) (long) LONG.getAcquire(memory, notes(ranks) + rank * NOTES) - 1;
  }

  /** A rank's note of a round, or null while it has not come so far, or when it has gone on. */
  @Nullable String noted(int rank, int round) {
    long at = note(rank, round);
    if ((long) LONG.getAcquire(memory, at + NUMBER) != round + 1L) {
      return null;
    }
    byte[] text = new byte[Math.clamp(memory.get(ValueLayout.JAVA_INT, at), 0, MOST_TEXT)];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + 16, text, 0, text.length);
    VarHandle.acquireFence();
    boolean same = (long) LONG.getAcquire(memory, at + NUMBER) == round + 1L;
    return same ? new String(text, StandardCharsets.UTF_8) : null;
  }

  /** Writes the group's failure unless there is one. */
  void fail(Failure failure) {
    if (!INT.compareAndSet(memory, 0L, 0, WRITING)) {
      return;
    }
    byte[] text = failure.text().getBytes(StandardCharsets.UTF_8);
    int length = Math.min(text.length, MOST_TEXT);
    memory.set(ValueLayout.JAVA_INT, KIND, failure.kind().ordinal());
    memory.set(ValueLayout.JAVA_INT, RANK, failure.rank());
    memory.set(ValueLayout.JAVA_INT, LENGTH, length);
    MemorySegment.copy(text, 0, memory, ValueLayout.JAVA_BYTE, TEXT, length);
    INT.setRelease(memory, 0L, WRITTEN);
  }

  /** The group's failure; the moment in which it is written is still "none". */
  @Nullable Failure failure() {
    if ((int) INT.getAcquire(memory, 0L) != WRITTEN) {
      return null;
    }
    byte[] text = new byte[Math.clamp(memory.get(ValueLayout.JAVA_INT, LENGTH), 0, MOST_TEXT)];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, TEXT, text, 0, text.length);
    Failure.Kind[] kinds = Failure.Kind.values();
    int kind = Math.clamp(memory.get(ValueLayout.JAVA_INT, KIND), 0, kinds.length - 1);
    int rank = memory.get(ValueLayout.JAVA_INT, RANK);
    return new Failure(kinds[kind], rank, new String(text, StandardCharsets.UTF_8));
  }
}
