package io.busbar.runtime.tuning;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.transport.Board;

/**
 * The routes without a table. The switch points come from measurements over shared memory and
 * loopback, not from the machine at hand. Stateless.
 */
public final class StartValues {
  /** Up to here latency decides. */
  public static final long LATENCY_BYTES = 16 << 10;

  /** Above bandwidth decides. */
  public static final long BANDWIDTH_BYTES = 512 << 10;

  /** Room for an input on the board. */
  public static final long BOARD_BYTES = Board.SMALL;

  private StartValues() {}

  /**
   * The route over links.
   *
   * @param bytes as {@link CollectiveOp} counts them
   */
  public static Route links(CollectiveOp op, long bytes, Locality locality) {
    boolean small = bytes <= LATENCY_BYTES;
    boolean large = bytes > BANDWIDTH_BYTES;
    Algorithm algorithm =
        switch (op) {
          case ALL_REDUCE -> {
            if (small) {
              yield Algorithm.RECURSIVE_DOUBLING;
            }
            boolean levels = locality.nodes() > 1 && locality.nodes() < locality.ranks();
            Algorithm longest = levels ? Algorithm.HIERARCHICAL : Algorithm.RING;
            yield large ? longest : Algorithm.HALVING_DOUBLING;
          }
          case ALL_GATHER, REDUCE_SCATTER -> large ? Algorithm.RING : Algorithm.PAT;
          case BROADCAST, REDUCE -> large ? Algorithm.RING : Algorithm.BINOMIAL;
          case GATHER, SCATTER -> small ? Algorithm.BINOMIAL : Algorithm.DIRECT;
          case ALL_TO_ALL -> Algorithm.PAIRWISE;
          case SEND_RECEIVE -> Algorithm.DIRECT;
        };
    return Route.of(algorithm);
  }

  /**
   * The route on one host.
   *
   * @param inputBytes what a rank gives
   */
  public static Route oneHost(long inputBytes) {
    return inputBytes <= BOARD_BYTES ? Route.BOARD : Route.SHARED;
  }
}
