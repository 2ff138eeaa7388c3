package io.busbar.runtime.execute;

import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.Schedule;

/**
 * Bytes for a program: how long each position is and where it lies in input and output. As {@link
 * Chunking}, a position is cut into channels and a channel's part into loops; unlike there, blocks
 * may differ in length. Immutable.
 *
 * @param lengths bytes of each position
 * @param inputAt where each position starts in the input
 * @param outputAt where each position starts in the output
 * @param channelBytes most bytes of a position that a channel carries
 * @param chunkBytes most bytes of a position in one loop
 */
record Layout(
    long[] lengths, long[] inputAt, long[] outputAt, long channelBytes, int chunkBytes, int loops) {

  /** Equal blocks, as the schedule's operation has them. */
  static Layout of(Schedule schedule, long bytes, int slotBytes) {
    Chunking chunking = Chunking.of(schedule, bytes, slotBytes, 2);
    int chunks = schedule.chunks();
    int positions = chunks * schedule.regions();
    long[] lengths = new long[positions];
    long[] inputAt = new long[positions];
    long[] outputAt = new long[positions];
    int parts = Math.max(1, chunks / schedule.ranks());
    for (int position = 0; position < positions; position++) {
      long start = position % chunks * chunking.blockBytes();
      lengths[position] = Math.max(0, Math.min(chunking.blockBytes(), bytes - start));
      boolean oneIn =
          switch (schedule.op()) {
            case ALL_GATHER, GATHER -> true;
            default -> false;
          };
      boolean oneOut =
          switch (schedule.op()) {
            case REDUCE_SCATTER, SCATTER -> true;
            default -> false;
          };
      long inBlock = position % parts * chunking.blockBytes();
      inputAt[position] = oneIn ? inBlock : start;
      outputAt[position] = oneOut ? inBlock : start;
    }
    int loops = bytes == 0 ? 0 : chunking.loops();
    return new Layout(
        lengths, inputAt, outputAt, chunking.channelBytes(), chunking.chunkBytes(), loops);
  }

  /**
   * Blocks of any lengths.
   *
   * @param longest bytes of the longest block of all ranks
   */
  static Layout of(
      Schedule schedule,
      long[] lengths,
      long[] inputAt,
      long[] outputAt,
      long longest,
      int slotBytes) {
    int chunk = slotBytes / schedule.span() / Chunking.ALIGN * Chunking.ALIGN;
    long parts = (longest + chunk - 1) / chunk;
    return new Layout(lengths, inputAt, outputAt, longest, chunk, Math.toIntExact(parts));
  }

  /** Where a channel's part of a loop starts in a position. */
  long inBlock(int channel, int loop) {
    return channel * channelBytes + (long) loop * chunkBytes;
  }

  /** Bytes of a position in a loop. */
  int length(int position, int channel, int loop) {
    long start = inBlock(channel, loop);
    long end = Math.min(start + chunkBytes, (channel + 1) * channelBytes);
    return (int) Math.max(0, Math.min(lengths[position], end) - start);
  }
}
