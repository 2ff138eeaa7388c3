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
    for (CollectiveOp op : CollectiveOp.values()) {
      BY_NAME.put(op.ncclTestsName(), op);
    }
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
}
