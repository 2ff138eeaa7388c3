package io.busbar.runtime.execute;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.tuning.Group;
import io.busbar.runtime.tuning.StartValues;
import io.busbar.runtime.tuning.Tuning;
import java.util.Objects;

/** What a group does when a call leaves it open: its table first, then the start values. */
public final class Choice {
  private static final int PIECES = 4;

  private final Tuning tuning;
  private final Group group;
  private final Locality locality;

  /**
   * @param tuning the same on all ranks
   * @param transport as {@link Group} names it
   */
  public Choice(Tuning tuning, String transport, Locality locality) {
    this.tuning = tuning;
    this.locality = locality;
    this.group = new Group(transport, locality.nodes(), locality.ranks());
  }

  /** What ranks of one host do. */
  Route oneHost(Bound call) {
    Route asked = call.call().route();
    if (!asked.equals(Route.AUTO)) {
      return asked;
    }
    Tuning.Row row = tuning.find(call.op(), group, call.bytes());
    Route route = row == null ? StartValues.oneHost(call.inputBytes()) : row.route();
    return route.equals(Route.BOARD) ? StartValues.oneHost(call.inputBytes()) : route;
  }

  /** What ranks do over links; the schedule that was asked for, if one was. */
  Route links(Bound call) {
    Route asked = call.call().route();
    if (asked.algorithm() != null) {
      return asked;
    }
    Tuning.Row row = tuning.find(call.op(), group, call.bytes());
    if (row == null) {
      return StartValues.links(call.op(), call.bytes(), locality);
    }
    return row.route().algorithm() == null ? row.links() : row.route();
  }

  /** The schedule of a call over links. */
  Schedule schedule(Bound call) {
    return schedule(call.op(), links(call), call.bytes(), call.root(), locality);
  }

  /** Bytes of a message of a call over links. */
  int chunkBytes(Bound call, int slotBytes) {
    int asked = links(call).chunkBytes();
    return asked == 0 ? slotBytes : Math.min(asked, slotBytes);
  }

  /**
   * The schedule of a route, with the channels and pieces that suit its size.
   *
   * @param route one with an algorithm
   * @param bytes as {@link CollectiveOp} counts them
   */
  public static Schedule schedule(
      CollectiveOp op, Route route, long bytes, int root, Locality locality) {
    Algorithm algorithm = Objects.requireNonNull(route.algorithm());
    boolean tree = algorithm == Algorithm.TREE;
    // Inside one node the schedule's tree is a chain; ranks of a group are nodes to each other.
    Locality seen = tree && locality.nodes() == 1 ? Locality.flat(locality.ranks()) : locality;
    ScheduleRequest request = ScheduleRequest.of(op, algorithm, seen);
    boolean pipelined = tree && bytes > StartValues.LATENCY_BYTES;
    // Between hosts a ring waits for a message while it could send another one.
    boolean far = algorithm == Algorithm.RING && locality.nodes() > 1;
    boolean two = tree || far && bytes > StartValues.BANDWIDTH_BYTES;
    int channels = route.channels() > 0 ? route.channels() : two ? 2 : 1;
    return Schedules.of(
        request.withRoot(root).withChannels(channels).withPieces(pipelined ? PIECES : 1));
  }

  /** The schedule of a call whose blocks differ. */
  static Schedule ofBlocks(CollectiveOp op, Locality locality) {
    Algorithm algorithm = op == CollectiveOp.ALL_GATHER ? Algorithm.RING : Algorithm.PAIRWISE;
    return Schedules.of(ScheduleRequest.of(op, algorithm, locality));
  }
}
