package io.busbar.model.cluster;

/**
 * How the groups of a {@link Box} lie over blocks of consecutive ranks (scale-up domains, leaf
 * groups, pods): the most blocks that one group touches and the fewest of its ranks in a block it
 * touches, each the worst over all groups.
 *
 * <p>Exact when at most one digit of the box crosses blocks, or the digits above that one step by
 * whole blocks; otherwise on the safe side: never fewer blocks, never more ranks per block.
 *
 * @param blocks most blocks touched
 * @param fewestPerBlock fewest ranks in a touched block
 */
record Spread(int blocks, int fewestPerBlock) {

  /**
   * Whether some group has ranks in two blocks. A block border splits a group unless it is a
   * multiple of the group's period, because the digits that the group does not own take all values.
   */
  static boolean crosses(Box box, int ranks, int block) {
    return box.ranks() > 1 && block < ranks && block % box.period(box.digits() - 1) != 0;
  }

  /**
   * @param ranks of the whole layout
   * @param block ranks of one block; the last one may be cut short
   */
  static Spread of(Box box, int ranks, int block) {
    if (!crosses(box, ranks, block)) {
      return new Spread(1, box.ranks());
    }
    int digit = 0;
    int unit = 1; // runs of that many ranks are never split by a block border
    int below = 1;
    while (block % box.period(digit) == 0) {
      unit = box.period(digit);
      below *= box.size(digit);
      digit++;
    }
    Spread line = line(box.stride(digit) / unit, box.size(digit), block / unit, ranks / unit);
    long blocks = line.blocks;
    for (int d = digit + 1; d < box.digits(); d++) {
      blocks *= box.size(d);
    }
    int allBlocks = (ranks + block - 1) / block;
    return new Spread((int) Math.min(blocks, allBlocks), line.fewestPerBlock * below);
  }

  /**
   * Fewest ranks of a group in a block that it touches, blocks with less than their ranks at the
   * end of the layout left out: their links upwards are those of a full block.
   */
  static int perFullBlock(Box box, int ranks, int block) {
    boolean oneGroupEach = box.digits() > 0 && box.period(box.digits() - 1) == ranks;
    int stride = box.digits() == 1 ? box.stride(0) : 0;
    boolean whole = oneGroupEach && stride > 0 && stride < block && block % stride == 0;
    return whole && block < ranks ? block / stride : of(box, ranks, block).fewestPerBlock;
  }

  /** Points at b, b + stride, … (size of them) for every b below stride in every period. */
  private static Spread line(int stride, int size, int block, int ranks) {
    int period = stride * size;
    if (block % stride == 0 && period % block == 0) {
      return new Spread(period / block, block / stride);
    }
    if (stride >= block) {
      return new Spread(size, 1);
    }
    int periods = Math.min(ranks / period, block / gcd(period, block));
    int blocks = 1;
    int fewest = size;
    for (int p = 0; p < periods; p++) {
      int low = (int) ((long) p * period % block);
      int high = low + stride - 1;
      Spread here = starts(low, Math.min(high, block - 1), stride, size, block);
      blocks = Math.max(blocks, here.blocks);
      fewest = Math.min(fewest, here.fewestPerBlock);
      if (high >= block) {
        Spread wrapped = starts(0, high - block, stride, size, block);
        blocks = Math.max(blocks, wrapped.blocks);
        fewest = Math.min(fewest, wrapped.fewestPerBlock);
      }
    }
    return new Spread(blocks, fewest);
  }

  /** The same for first points at {@code low} to {@code high} of their block. */
  private static Spread starts(int low, int high, int stride, int size, int block) {
    long span = (long) stride * (size - 1);
    long blocks = (high + span) / block + 1;
    if (blocks == 1) {
      return new Spread(1, size);
    }
    int first = (block - high + stride - 1) / stride;
    long lastStart = (low + span) / block;
    boolean lastMayBeSingle = lastStart < blocks - 1;
    int last = lastMayBeSingle ? 1 : (int) ((low + span) % block / stride) + 1;
    int fewest = Math.min(first, last);
    return new Spread((int) blocks, blocks > 2 ? Math.min(fewest, block / stride) : fewest);
  }

  static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
