package io.busbar.runtime.comm;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Contract;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.Board;
import java.util.ArrayList;
import java.util.List;

/** All that trials can differ in, as rows of numbers, and which rows there can be. */
final class Field {
  private static final int OP = 0;
  private static final int ROUTE = 1;
  static final int MACHINE = 2;
  static final int RANKS = 3;
  private static final int TYPE = 4;
  private static final int REDUCE = 5;
  private static final int SIZE = 6;
  private static final int PLACEMENT = 7;
  private static final int ROOT = 8;
  private static final int IN_PLACE = 9;
  private static final int BACKGROUND = 10;
  private static final int WILD = 11;
  private static final int CUT = 12;

  private static final int MOST_RANKS = 17;
  private static final int SIZES = 13;
  private static final int MANY = 4;
  private static final int BLOCK = 64 << 10;

  private static final List<Route> ROUTES = routes();

  private Field() {}

  private static List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    for (CollectiveOp op : CollectiveOp.values()) {
      for (Route route : Route.routes(op)) {
        if (!routes.contains(route)) {
          routes.add(route);
        }
      }
    }
    return routes;
  }

  static int[] levels() {
    return new int[] {
      CollectiveOp.values().length,
      ROUTES.size(),
      Machine.values().length,
      MOST_RANKS,
      DType.values().length,
      ReduceOp.values().length,
      SIZES,
      Placement.values().length,
      3,
      2,
      2,
      2,
      4
    };
  }

  /** Whether values can come together; −1 is open. What an operation does not use stays 0. */
  static boolean allows(int[] row) {
    return (row[OP] < 0 || ofOperation(row)) && ofMemory(row);
  }

  private static boolean ofOperation(int[] row) {
    CollectiveOp op = CollectiveOp.values()[row[OP]];
    boolean reduces =
        op == CollectiveOp.ALL_REDUCE
            || op == CollectiveOp.REDUCE_SCATTER
            || op == CollectiveOp.REDUCE;
    boolean apart = op == CollectiveOp.ALL_TO_ALL || op == CollectiveOp.SEND_RECEIVE;
    if (row[REDUCE] > 0 && !reduces
        || row[ROOT] > 0 && !Contract.rooted(op)
        || row[IN_PLACE] == 1 && apart
        || row[IN_PLACE] == 0 && op == CollectiveOp.BROADCAST) {
      return false;
    }
    if (row[ROUTE] < 0) {
      return true;
    }
    Route route = ROUTES.get(row[ROUTE]);
    Algorithm algorithm = route.algorithm();
    if (!Route.routes(op).contains(route)) {
      return false;
    }
    return algorithm == null
        || row[MACHINE] < 0
        || row[RANKS] < 0
        || Schedules.refusal(algorithm, op, Machine.values()[row[MACHINE]].locality(row[RANKS] + 1))
            == null;
  }

  private static boolean ofMemory(int[] row) {
    Placement placement = row[PLACEMENT] < 0 ? null : Placement.values()[row[PLACEMENT]];
    if (placement == Placement.CONFINED && row[BACKGROUND] == 1) {
      return false;
    }
    if (row[CUT] > 0 && row[ROUTE] >= 0 && ROUTES.get(row[ROUTE]).algorithm() == null) {
      return false;
    }
    boolean shared = row[ROUTE] >= 0 && ROUTES.get(row[ROUTE]).equals(Route.SHARED);
    if (!shared) {
      return true;
    }
    Machine machine = row[MACHINE] < 0 ? Machine.LOCAL : Machine.values()[row[MACHINE]];
    return placement == null ? machine.shares(Placement.ALLOCATED) : machine.shares(placement);
  }

  static Machine machine(int[] row) {
    return Machine.values()[row[MACHINE]];
  }

  static int ranks(int[] row) {
    return row[RANKS] + 1;
  }

  static Trial trial(int[] row) {
    CollectiveOp op = CollectiveOp.values()[row[OP]];
    DType type = DType.values()[row[TYPE]];
    int ranks = ranks(row);
    int[] roots = {0, ranks - 1, ranks / 2};
    return new Trial(
        op,
        ROUTES.get(row[ROUTE]).cut(row[CUT] % 2 * 2, row[CUT] / 2 * Route.LEAST_CHUNK),
        type,
        ReduceOp.values()[row[REDUCE]],
        count(row[SIZE], op, ranks, type.bytes(), machine(row).slotBytes()),
        roots[row[ROOT]],
        row[IN_PLACE] == 1,
        row[BACKGROUND] == 1,
        row[WILD] == 1,
        Placement.values()[row[PLACEMENT]]);
  }

  /** Nothing, a few, and one more or less than what fits a line, the board, slots and blocks. */
  private static long count(int size, CollectiveOp op, int ranks, int width, int slot) {
    boolean given = op == CollectiveOp.ALL_GATHER || op == CollectiveOp.GATHER;
    int parts = Trial.blocks(op) && !given ? ranks : 1;
    // Of many ranks less: every rank computes what all others have.
    int bytes = ranks > MANY ? Math.min(slot, 1 << 12) : slot;
    int block = ranks > MANY ? BLOCK / 4 : ranks * BLOCK;
    int many = Trial.blocks(op) ? ranks : 1;
    return switch (size) {
      case 0 -> 0;
      case 1 -> 1;
      case 2 -> 2;
      case 3 -> ranks - 1;
      case 4 -> ranks + 1;
      case 5 -> 64 / width - 1;
      case 6 -> 64 / width + 1;
      case 7 -> Board.SMALL / width / parts;
      case 8 -> Board.SMALL / width / parts + 1;
      case 9 -> bytes / width;
      case 10 -> bytes / width + 1;
      case 11 -> 3L * bytes / width + 7;
      default -> block / width / many + 3;
    };
  }

  /** A row as good as any other. */
  static int[] random(long seed, int number) {
    int[] levels = levels();
    int[] row = new int[levels.length];
    for (int attempt = 0; ; attempt++) {
      long draw = Values.mix(Values.mix(seed, number), attempt);
      for (int factor = 0; factor < row.length; factor++) {
        row[factor] = (int) Math.floorMod(Values.mix(draw, factor), (long) levels[factor]);
      }
      if (allows(row)) {
        return row;
      }
    }
  }

  /** The same row on a machine with so many ranks; whether there is one. */
  static boolean moved(int[] row, int machine, int ranks) {
    row[MACHINE] = machine;
    row[RANKS] = ranks;
    return allows(row);
  }
}
