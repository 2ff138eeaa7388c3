package io.busbar.nccl.time;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.nccl.api.Algorithm;

/**
 * What an algorithm moves and waits for, whatever the hardware. Bytes are per byte of the size that
 * {@link CollectiveOp} defines; hops are counted along the longest chain.
 *
 * @param hopsInside steps between GPUs of a domain
 * @param hopsOutside steps between domains
 * @param inside bytes that a GPU sends to others of its domain
 * @param copied bytes that a GPU copies for itself on the way: the first and last step of a ring
 * @param outside bytes that all NICs of a domain send together
 */
record Traffic(
    double hopsInside, double hopsOutside, double inside, double copied, double outside) {

  /**
   * Ring: 2(n−1) steps of S/n for all-reduce, n−1 for gathering and scattering, S through each rank
   * for broadcast and reduce; m of the steps of a round leave the domain, m domains.
   */
  static Traffic ring(CollectiveOp op, int ranks, int domains) {
    if (op == CollectiveOp.BROADCAST || op == CollectiveOp.REDUCE) {
      return new Traffic(ranks - domains, domains - 1, ranks > domains ? 1 : 0, 0, across(domains));
    }
    int rounds = op == CollectiveOp.ALL_REDUCE ? 2 : 1;
    double bytes = rounds * (ranks - 1.0) / ranks;
    return new Traffic(
        rounds * (ranks - domains),
        rounds * (domains - 1),
        ranks > domains ? bytes : 0,
        1.0 / ranks,
        domains > 1 ? bytes : 0);
  }

  /**
   * Double binary tree over domains, a chain inside each: every byte goes up and down once. Of two
   * domains each is root of one tree and leaf of the other, and sends S; of more, an inner domain
   * sends up once and down twice in one tree and up once in the other, half of S each: 2·S.
   */
  static Traffic tree(int ranks, int domains) {
    int together = Math.ceilDiv(ranks, domains);
    return new Traffic(
        2.0 * (together - 1), 2.0 * ceilLog2(domains), together > 1 ? 2 : 0, 0, overTree(domains));
  }

  /** What reduction in switches moves; those of the scale-up links are counted apart. */
  static Traffic inSwitches(Algorithm algorithm, CollectiveOp op, int ranks, int domains) {
    int together = Math.ceilDiv(ranks, domains);
    double share = (together - 1.0) / together;
    return switch (algorithm) {
      case NVLS_TREE -> new Traffic(0, 2.0 * ceilLog2(domains), 1, 0, overTree(domains));
      case COLLNET_CHAIN -> new Traffic(2.0 * (together - 1), 2, share > 0 ? 2 : 0, 0, 1);
      case COLLNET_DIRECT ->
          op == CollectiveOp.ALL_REDUCE
              ? new Traffic(2, 2, 2 * share, 0, 1)
              : new Traffic(1, 2, share, 0, gathered(ranks, domains));
      default ->
          op == CollectiveOp.ALL_REDUCE
              ? new Traffic(0, domains > 1 ? 2 : 0, 1, 0, across(domains))
              : new Traffic(0, domains > 1 ? 2 : 0, share, 0, gathered(ranks, domains));
    };
  }

  /** Parallel aggregated trees, one rank per domain: ⌈log2 n⌉ steps, the bytes of a ring. */
  static Traffic pat(int ranks, int domains) {
    double bytes = (ranks - 1.0) / ranks;
    return new Traffic(0, ceilLog2(domains), 0, 0, bytes);
  }

  /**
   * Messages to every other rank, to one, from one root: a GPU sends (g−1)/n to its domain of g and
   * (n−g)/n elsewhere; the NICs of a domain carry that of all its GPUs. What a root exchanges
   * passes its own NIC.
   */
  static Traffic messages(CollectiveOp op, int ranks, int domains) {
    double together = Math.ceilDiv(ranks, domains);
    double inside = (together - 1) / ranks;
    double outside = (ranks - together) / ranks;
    double hopsInside = inside > 0 ? 1 : 0;
    double hopsOutside = outside > 0 ? 1 : 0;
    if (op == CollectiveOp.SEND_RECEIVE) {
      // Neighbours: the last rank of a domain sends to the next domain, and all wait for it.
      return outside > 0
          ? new Traffic(0, 1, 0, 0, together)
          : new Traffic(1, 0, inside > 0 ? 1 : 0, 0, 0);
    }
    return new Traffic(
        hopsInside,
        hopsOutside,
        inside,
        op == CollectiveOp.ALL_TO_ALL ? 1.0 / ranks : 0,
        outside * together);
  }

  private static double across(int domains) {
    return domains > 1 ? 1 : 0;
  }

  private static double overTree(int domains) {
    return domains <= 1 ? 0 : domains == 2 ? 1 : 2;
  }

  /** Gathering through switches: a domain receives what the others have. */
  private static double gathered(int ranks, int domains) {
    return domains <= 1 ? 0 : (ranks - (double) ranks / domains) / ranks;
  }

  static int ceilLog2(int n) {
    return n <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(n - 1);
  }
}
