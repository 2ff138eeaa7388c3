package io.busbar.simulate.scenario.setting;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.simulate.program.Program;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is sent: a collective by the name of nccl-tests, a pattern of plain traffic, or a program
 * that was read from a file.
 *
 * @param op null for anything else than a collective
 * @param program null for anything else than a program
 * @param remarks what of a program's file was taken for granted or left out
 */
public record Task(
    String name, @Nullable CollectiveOp op, @Nullable Program program, List<String> remarks) {
  /** Many send to one. */
  public static final Task INCAST = pattern("incast");

  /** Each sends to another, each receives from one. */
  static final Task PERMUTATION = pattern("permutation");

  /** Each sends to all others. */
  public static final Task ALL_TO_ALL = pattern("plain-alltoall");

  private static final Map<String, Task> BY_NAME = new LinkedHashMap<>();

  static {
    for (CollectiveOp op : CollectiveOp.values()) {
      BY_NAME.put(op.ncclTestsName(), new Task(op.ncclTestsName(), op, null));
    }
    BY_NAME.put(INCAST.name, INCAST);
    BY_NAME.put(PERMUTATION.name, PERMUTATION);
    BY_NAME.put(ALL_TO_ALL.name, ALL_TO_ALL);
  }

  public Task(String name, @Nullable CollectiveOp op, @Nullable Program program) {
    this(name, op, program, List.of());
  }

  private static Task pattern(String name) {
    return new Task(name, null, null);
  }

  public static Map<String, Task> byName() {
    return BY_NAME;
  }

  /** What nccl-tests multiplies size over time with to get busbw; 1 for messages. */
  public double busFactor(int ranks) {
    return op == null ? 1 : op.busFactor(ranks);
  }

  /** Whether the size is cut into a block for each rank. */
  public boolean inBlocks() {
    return op != null
        && switch (op) {
          case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, GATHER, SCATTER -> true;
          case ALL_REDUCE, BROADCAST, REDUCE, SEND_RECEIVE -> false;
        };
  }
}
