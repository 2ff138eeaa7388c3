package io.busbar.collective.api;

import io.busbar.base.border.Border;
import io.busbar.base.border.BorderBytes;

/** What exchanges of messages send over a border of the fabric. Stateless. */
public final class Exchanges {
  private Exchanges() {}

  /**
   * Bytes that leave a block per byte of size when ranks exchange messages: in an all-to-all k
   * ranks send (n−k)/n each, of which min(k, n−k)/n go to one other block of k ranks; what a root
   * gathers or scatters passes the border of its own block once, as much of it from each other
   * block; of neighbours in a chain one pair is on both sides.
   *
   * @param ranks of the communicator: n
   */
  public static BorderBytes crossing(CollectiveOp op, Border border, int ranks) {
    double away = Math.max(0, ranks - border.ranks()) / (double) ranks;
    double neighbour = Math.min(away, (double) border.ranks() / ranks);
    return switch (op) {
      case ALL_TO_ALL -> new BorderBytes(away * border.ranks(), neighbour * border.ranks());
      case GATHER, SCATTER -> new BorderBytes(away, neighbour);
      case SEND_RECEIVE -> BorderBytes.toOne(1);
      default -> throw new IllegalArgumentException(op + " is no exchange of messages");
    };
  }
}
