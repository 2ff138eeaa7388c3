package io.busbar.nccl.time;

import io.busbar.base.border.Border;
import io.busbar.base.border.BorderBytes;
import io.busbar.collective.algorithm.TreeCrossing;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.nccl.api.Algorithm;

/**
 * Bytes that leave a block of the fabric (leaf group, pod), all ranks in it together, per byte of
 * the size that {@link CollectiveOp} defines. Ranks are on blocks in their order, as NCCL's rings
 * and trees are. Stateless.
 */
final class Crossing {
  private Crossing() {}

  static BorderBytes bytes(
      Algorithm algorithm, CollectiveOp op, Hardware hardware, Border border, Traffic traffic) {
    int n = hardware.ranks();
    int inBlock = Math.min(border.ranks(), n - 1);
    return switch (algorithm) {
      // Once in and once out, however many domains are in between.
      case RING -> BorderBytes.toOne(traffic.outside());
      case TREE, NVLS_TREE ->
          TreeCrossing.bytes(hardware.domains(), Math.max(1, border.ranks() / hardware.gpus()));
      case PAT -> aggregatedTrees(n, inBlock);
      // Switches add on the way up and copy on the way down, to and from the block of the root.
      case NVLS, COLLNET_CHAIN, COLLNET_DIRECT ->
          BorderBytes.toOne(
              op == CollectiveOp.ALL_REDUCE
                      || op == CollectiveOp.BROADCAST
                      || op == CollectiveOp.REDUCE
                  ? 1
                  : (double) Math.max(inBlock, n - inBlock) / n);
    };
  }

  /**
   * PAT: a rank sends over distance 2^i one block of every 2^(i+1) ranks; of a block of k ranks
   * min(2^i, k) have their receiver outside, those nearest to its end in the next block but 2^i /
   * k.
   */
  private static BorderBytes aggregatedTrees(int ranks, int inBlock) {
    double bytes = 0;
    int blocks = Math.ceilDiv(ranks, inBlock);
    double[] to = new double[blocks];
    for (int distance = 1; distance < ranks; distance <<= 1) {
      double sent = ((ranks - distance - 1) / (2 * distance) + 1) / (double) ranks;
      bytes += Math.min(distance, inBlock) * sent;
      int farther = distance % inBlock;
      to[distance / inBlock % blocks] += (inBlock - farther) * sent;
      to[(distance / inBlock + 1) % blocks] += farther * sent;
    }
    double most = 0;
    for (int other = 1; other < blocks; other++) {
      most = Math.max(most, to[other]);
    }
    return new BorderBytes(bytes, Math.min(most, bytes));
  }
}
