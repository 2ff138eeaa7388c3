package io.busbar.runtime.aggregate;

import io.busbar.runtime.buffer.DType;

/**
 * How one aggregator's range of a buffer is cut into chunks. There is always a chunk, if an empty
 * one, since calls are compared by chunks.
 *
 * @param start first element of the range in the buffer
 * @param elements of the range
 * @param perChunk most elements of a chunk
 */
record Parts(long start, long elements, int perChunk) {
  /** Ranges are multiples of this but for the last, so that they begin at whole cache lines. */
  private static final int GRAIN = 64;

  static Parts of(long count, DType type, int shard, int shards, int chunkBytes) {
    long grains = Math.ceilDiv(count, (long) GRAIN);
    long each = Math.ceilDiv(grains, (long) shards) * GRAIN;
    long start = Math.min(count, shard * each);
    long end = Math.min(count, start + each);
    return new Parts(start, end - start, chunkBytes / type.bytes());
  }

  int chunks() {
    return Math.toIntExact(Math.max(1, Math.ceilDiv(elements, (long) perChunk)));
  }

  /** Elements of a chunk. */
  int length(int chunk) {
    return (int) Math.min(perChunk, elements - (long) chunk * perChunk);
  }

  /** First element of a chunk in the buffer. */
  long at(int chunk) {
    return start + (long) chunk * perChunk;
  }
}
