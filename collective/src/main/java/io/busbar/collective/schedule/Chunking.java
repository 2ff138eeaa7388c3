package io.busbar.collective.schedule;

import io.busbar.collective.api.CollectiveOp;

/**
 * Bytes for a schedule, which itself has none: a buffer is cut into blocks (one per chunk of the
 * schedule), a block into channels, a channel's part into loops of {@code chunkBytes}. Boundaries
 * inside a block are multiples of {@link #ALIGN}, so that no element is cut. Parts may be shorter
 * or empty at the end.
 *
 * @param bytes size as {@link CollectiveOp} defines it
 * @param blockBytes distance of blocks in the buffer
 * @param chunkBytes most bytes of a chunk in one loop; a multiple of {@link #ALIGN}
 * @param slots messages that a connection holds
 */
public record Chunking(long bytes, long blockBytes, int channels, int chunkBytes, int slots) {
  /** Bytes of the widest element. */
  public static final int ALIGN = 16;

  public Chunking {
    if (bytes < 0 || blockBytes < 1 || channels < 1 || slots < 1) {
      throw new IllegalArgumentException(
          "bytes "
              + bytes
              + ", block "
              + blockBytes
              + ", channels "
              + channels
              + ", slots "
              + slots);
    }
    if (chunkBytes < ALIGN || chunkBytes % ALIGN != 0) {
      throw new IllegalArgumentException(
          "chunk of " + chunkBytes + " bytes; expected a multiple of " + ALIGN);
    }
  }

  /**
   * @param slotBytes bytes of a slot; chunks are as large as the widest step of the schedule allows
   * @throws IllegalArgumentException when a slot cannot hold the widest step, or the bytes do not
   *     divide into the blocks that the operation has
   */
  public static Chunking of(Schedule schedule, long bytes, int slotBytes, int slots) {
    int chunk = slotBytes / schedule.span() / ALIGN * ALIGN;
    if (chunk == 0) {
      throw new IllegalArgumentException(
          "a slot of "
              + slotBytes
              + " bytes; a step carries up to "
              + schedule.span()
              + " chunks of at least "
              + ALIGN);
    }
    return new Chunking(bytes, blockBytes(schedule, bytes), schedule.channels(), chunk, slots);
  }

  private static long blockBytes(Schedule schedule, long bytes) {
    int chunks = schedule.chunks();
    if (schedule.evenChunks() && bytes % ((long) chunks * ALIGN) != 0) {
      throw new IllegalArgumentException(
          bytes + " bytes; this schedule needs a multiple of " + chunks + " chunks of " + ALIGN);
    }
    return switch (schedule.op()) {
      case ALL_GATHER, REDUCE_SCATTER, GATHER, SCATTER, ALL_TO_ALL -> {
        if (bytes % chunks != 0) {
          throw new IllegalArgumentException(
              bytes + " bytes; " + schedule.op() + " needs a multiple of " + chunks + " ranks");
        }
        yield Math.max(1, bytes / chunks);
      }
      case ALL_REDUCE, BROADCAST, REDUCE, SEND_RECEIVE -> Math.max(ALIGN, aligned(bytes, chunks));
    };
  }

  private static long aligned(long bytes, int parts) {
    long units = (bytes + ALIGN - 1) / ALIGN;
    return (units + parts - 1) / parts * ALIGN;
  }

  /** The same with all chunks as long as the first. */
  public Chunking full(int chunks) {
    return new Chunking(
        bytes == 0 ? 0 : Math.max(bytes, blockBytes * chunks),
        blockBytes,
        channels,
        chunkBytes,
        slots);
  }

  /** Bytes of a full block that a channel carries. */
  public long channelBytes() {
    return aligned(blockBytes, channels);
  }

  /** How often a program is repeated. */
  public int loops() {
    return Math.toIntExact((channelBytes() + chunkBytes - 1) / chunkBytes);
  }

  /** Where a chunk starts in its region's buffer. */
  public long offset(int channel, int loop, int chunk) {
    return chunk * blockBytes + inBlock(channel, loop);
  }

  /** Bytes of a chunk; 0 when nothing is left for it. */
  public int length(int channel, int loop, int chunk) {
    long block = Math.min(blockBytes, bytes - chunk * blockBytes);
    long end =
        Math.min(block, Math.min((channel + 1L) * channelBytes(), inBlock(channel, loop + 1)));
    return (int) Math.max(0, end - inBlock(channel, loop));
  }

  /**
   * Bytes of a step's message in one loop; the same at both ends.
   *
   * @param chunks as in {@link Schedule#chunks}
   */
  public long messageBytes(StepBuffer step, int chunks, int channel, int loop) {
    long sum = 0;
    for (int i = 0; i < step.count(); i++) {
      sum += length(channel, loop, step.sourceAt(i, chunks) % chunks);
    }
    return sum;
  }

  private long inBlock(int channel, int loop) {
    return channel * channelBytes() + (long) loop * chunkBytes;
  }
}
