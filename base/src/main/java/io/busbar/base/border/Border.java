package io.busbar.base.border;

/**
 * Where a communicator leaves a block of the fabric (leaf group, pod, group of a dragonfly+) whose
 * links to the others carry less than the NICs below them. While all communicators of a kind
 * communicate at once, each has its own ranks' part of those links: k·B/o for k ranks of NIC rate B
 * behind oversubscription o. Bytes are spread evenly over the links that lead where they go. In a
 * tree every link upwards leads to every other block. In a dragonfly+ only the links of a pair do,
 * which are fewer: k·B/p for what goes to one other block, p above o.
 *
 * @param ranks fewest ranks of the communicator in a block that it touches: k
 * @param oversubscription bandwidth from below over bandwidth to all other blocks, from 1: o
 * @param pairOversubscription bandwidth from below over bandwidth to one other block: p; as {@code
 *     oversubscription} in a tree
 */
public record Border(int ranks, double oversubscription, double pairOversubscription) {
  public Border {
    if (ranks < 1 || !(oversubscription >= 1) || !(pairOversubscription >= oversubscription)) {
      throw new IllegalArgumentException(
          "a block of at least one rank, oversubscribed from 1, towards one other no less: "
              + ranks
              + ", "
              + oversubscription
              + ", "
              + pairOversubscription);
    }
  }

  /** A border of a tree, whose links upwards lead to every other block. */
  public Border(int ranks, double oversubscription) {
    this(ranks, oversubscription, oversubscription);
  }

  /**
   * Seconds that the links out of a block need.
   *
   * @param bytes that leave it
   * @param rankBytesPerSecond what a rank's NICs achieve
   */
  public double seconds(BorderBytes bytes, double rankBytesPerSecond) {
    double all = bytes.all() * oversubscription;
    double pair = bytes.toOneBlock() * pairOversubscription;
    return Math.max(all, pair) / (ranks * rankBytesPerSecond);
  }

  /** Whether the links to one other block need longer than all of them together. */
  public boolean pairIsBusier(BorderBytes bytes) {
    return bytes.toOneBlock() * pairOversubscription > bytes.all() * oversubscription;
  }

  /** The border of one rank per domain, where {@code together} share a domain. */
  public Border perDomain(int together) {
    return new Border(Math.max(1, ranks / together), oversubscription, pairOversubscription);
  }
}
