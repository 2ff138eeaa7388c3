package io.busbar.runtime.execute;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;

/**
 * Which schedule is executed when none was asked for. The switch points are start values from
 * measurements over shared memory and loopback, not tuned to a machine.
 */
final class Choice {
  private static final long LATENCY_BYTES = 16 << 10;
  private static final long BANDWIDTH_BYTES = 512 << 10;
  private static final int PIECES = 4;

  private Choice() {}

  static Algorithm algorithm(CollectiveOp op, long bytes, Locality locality) {
    boolean small = bytes <= LATENCY_BYTES;
    boolean large = bytes > BANDWIDTH_BYTES;
    return switch (op) {
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
  }

  /** The schedule of a call, with the channels and pieces that suit its size. */
  static Schedule schedule(Bound call, Locality locality) {
    Algorithm asked = call.call().route().algorithm();
    Algorithm algorithm = asked == null ? algorithm(call.op(), call.bytes(), locality) : asked;
    boolean tree = algorithm == Algorithm.TREE;
    // Inside one node the schedule's tree is a chain; ranks of a group are nodes to each other.
    Locality seen = tree && locality.nodes() == 1 ? Locality.flat(locality.ranks()) : locality;
    ScheduleRequest request = ScheduleRequest.of(call.op(), algorithm, seen);
    boolean pipelined = tree && call.bytes() > LATENCY_BYTES;
    return Schedules.of(
        request
            .withRoot(call.root())
            .withChannels(tree ? 2 : 1)
            .withPieces(pipelined ? PIECES : 1));
  }

  /** The schedule of a call whose blocks differ. */
  static Schedule ofBlocks(CollectiveOp op, Locality locality) {
    Algorithm algorithm = op == CollectiveOp.ALL_GATHER ? Algorithm.RING : Algorithm.PAIRWISE;
    return Schedules.of(ScheduleRequest.of(op, algorithm, locality));
  }
}
