package io.busbar.collective.api;

/**
 * Where a communicator leaves a block of the fabric (leaf group or pod) whose links upwards carry
 * less than the NICs below them. While all communicators of a kind communicate at once, each has
 * its own ranks' part of those links: k·B/o for k ranks of NIC rate B behind oversubscription o.
 * Bytes are spread evenly over the links of a block.
 *
 * @param ranks fewest ranks of the communicator in a block that it touches: k
 * @param oversubscription bandwidth from below over bandwidth upwards, above 1: o
 */
public record Border(int ranks, double oversubscription) {
  public Border {
    if (ranks < 1 || !(oversubscription >= 1)) {
      throw new IllegalArgumentException(
          "a block of at least one rank, oversubscribed from 1: "
              + ranks
              + ", "
              + oversubscription);
    }
  }

  /**
   * Seconds that the links upwards need.
   *
   * @param bytes that leave a block, one direction
   * @param rankBytesPerSecond what a rank's NICs achieve
   */
  public double seconds(double bytes, double rankBytesPerSecond) {
    return bytes * oversubscription / (ranks * rankBytesPerSecond);
  }

  /**
   * Bytes that leave a block per byte of size when ranks exchange messages: in an all-to-all k
   * ranks send (n−k)/n each; what a root gathers or scatters passes the border of its own block
   * once; of neighbours in a chain one pair is on both sides.
   *
   * @param ranks of the communicator: n
   */
  public double messages(CollectiveOp op, int ranks) {
    double away = Math.max(0, ranks - this.ranks) / (double) ranks;
    return switch (op) {
      case ALL_TO_ALL -> away * this.ranks;
      case GATHER, SCATTER -> away;
      case SEND_RECEIVE -> 1;
      default -> throw new IllegalArgumentException(op + " is no exchange of messages");
    };
  }

  /** The border of one rank per domain, where {@code together} share a domain. */
  public Border perDomain(int together) {
    return new Border(Math.max(1, ranks / together), oversubscription);
  }
}
