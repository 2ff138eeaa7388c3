package io.busbar.runtime.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How shared memory of processes is made. Rank 0's count.
 *
 * @param folder where the file is made; a file system in memory
 * @param heap most bytes of buffers that each rank allocates
 * @param frozenAfter how long a process may show no sign of life
 */
public record ShmOptions(Path folder, long heap, Duration frozenAfter) {
  /** /dev/shm, up to 4 GiB per rank, frozen after a second. */
  public static final ShmOptions DEFAULT =
      new ShmOptions(Path.of("/dev/shm"), 4L << 30, Duration.ofSeconds(1));

  private static final long LEAST_SLOT = 4096;

  /**
   * The same with more or less patience; above the longest pause of a garbage collection.
   *
   * @param longest time without a sign of life after which a process is taken for frozen
   * @return new options
   */
  public ShmOptions withFrozenAfter(Duration longest) {
    return new ShmOptions(folder, heap, longest);
  }

  /**
   * The same with other room for {@code Comm.allocate}. Half of what is free in the folder, over
   * the ranks, is the most there is.
   *
   * @param bytes of each rank; taken from the system when they are allocated
   * @return new options
   */
  public ShmOptions withHeap(long bytes) {
    return new ShmOptions(folder, bytes, frozenAfter);
  }

  private long free() {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      throw new UncheckedIOException("free space of " + folder, e);
    }
  }

  /**
   * Slots as large as a quarter of the free space allows.
   *
   * @throws UncheckedIOException when not even small ones have room
   */
  SlotSize slots(int ranks) {
    long links = (long) SharedFile.CHANNELS * ranks * Math.max(1, ranks - 1);
    int count = SlotSize.DEFAULT.count();
    long bytes = SlotSize.DEFAULT.bytes();
    while (bytes > LEAST_SLOT && bytes * count * links > free() / 4) {
      bytes /= 2;
    }
    long needed = bytes * count * links;
    if (needed > free()) {
      throw new UncheckedIOException(
          new IOException(
              ranks
                  + " ranks need at least "
                  + needed
                  + " bytes, of which "
                  + free()
                  + " are free"));
    }
    return new SlotSize((int) bytes, count);
  }

  /**
   * Room for the buffers of a rank, in whole pages.
   *
   * @param ranks of the group
   * @return bytes: what was asked for, or half of what is free in the folder, over the ranks
   */
  public long heapBytes(int ranks) {
    return Math.min(heap, free() / 2 / ranks) / 4096 * 4096;
  }
}
