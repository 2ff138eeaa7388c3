package io.busbar.simulate.scenario;

import io.busbar.collective.api.CollectiveOp;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is sent: a collective by the name of nccl-tests, or a pattern of plain traffic.
 *
 * @param op null for a pattern
 */
record Task(String name, @Nullable CollectiveOp op) {
  /** Many send to one. */
  static final Task INCAST = new Task("incast", null);

  /** Each sends to another, each receives from one. */
  static final Task PERMUTATION = new Task("permutation", null);

  private static final Map<String, Task> BY_NAME = new LinkedHashMap<>();

  static {
    for (CollectiveOp op : CollectiveOp.values()) {
      BY_NAME.put(op.ncclTestsName(), new Task(op.ncclTestsName(), op));
    }
    BY_NAME.put(INCAST.name, INCAST);
    BY_NAME.put(PERMUTATION.name, PERMUTATION);
  }

  static Map<String, Task> byName() {
    return BY_NAME;
  }

  /** What nccl-tests multiplies size over time with to get busbw; 1 for messages. */
  double busFactor(int ranks) {
    return op == null ? 1 : op.busFactor(ranks);
  }

  /** Whether the size is cut into a block for each rank. */
  boolean inBlocks() {
    return op != null
        && switch (op) {
          case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, GATHER, SCATTER -> true;
          case ALL_REDUCE, BROADCAST, REDUCE, SEND_RECEIVE -> false;
        };
  }
}
