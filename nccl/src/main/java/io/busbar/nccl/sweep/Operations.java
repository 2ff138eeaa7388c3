package io.busbar.nccl.sweep;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.formats.nccltests.Collectives;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Operations by the names of nccl-tests. Constants. */
public final class Operations {
  private static final Map<String, CollectiveOp> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("all_reduce", CollectiveOp.ALL_REDUCE);
    BY_NAME.put("all_gather", CollectiveOp.ALL_GATHER);
    BY_NAME.put("reduce_scatter", CollectiveOp.REDUCE_SCATTER);
    BY_NAME.put("broadcast", CollectiveOp.BROADCAST);
    BY_NAME.put("reduce", CollectiveOp.REDUCE);
    BY_NAME.put("gather", CollectiveOp.GATHER);
    BY_NAME.put("scatter", CollectiveOp.SCATTER);
    BY_NAME.put("alltoall", CollectiveOp.ALL_TO_ALL);
    BY_NAME.put("sendrecv", CollectiveOp.SEND_RECEIVE);
  }

  private Operations() {}

  /** The operation of a name as nccl-tests writes it; null when there is none. */
  public static @Nullable CollectiveOp find(String name) {
    return BY_NAME.get(name);
  }

  /**
   * The operation that a user names, whatever the case and the hyphens.
   *
   * @throws InputException when there is none
   */
  public static CollectiveOp of(String text, Position at) {
    CollectiveOp op = BY_NAME.get(Collectives.named(text));
    if (op == null) {
      throw new InputException(
          new Problem(
              at,
              "",
              text,
              "one of " + String.join(", ", BY_NAME.keySet()),
              Nearest.hint(text, BY_NAME.keySet())));
    }
    return op;
  }

  /** As nccl-tests writes it. */
  public static String name(CollectiveOp op) {
    for (Map.Entry<String, CollectiveOp> entry : BY_NAME.entrySet()) {
      if (entry.getValue() == op) {
        return entry.getKey();
      }
    }
    throw new IllegalArgumentException("no name for " + op);
  }

  /** What nccl-tests multiplies algbw with to get busbw. */
  static double busFactor(CollectiveOp op, int ranks) {
    Collectives.Factor factor = Collectives.factor(name(op));
    return factor == null ? 1 : factor.of(ranks);
  }
}
