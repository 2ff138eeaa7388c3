package io.busbar.runtime.perf;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is to be measured; the same on all ranks.
 *
 * @param sizes bytes as nccl-tests counts them; rounded to whole elements and blocks
 * @param iterations timed ones; 0 for as many as fit a twentieth of a second
 * @param warmups untimed ones before
 */
public record PerfQuestion(
    CollectiveOp op,
    List<Long> sizes,
    DType type,
    ReduceOp reduce,
    int root,
    Route route,
    int iterations,
    int warmups) {
  private static final String SEPARATOR = ";";

  public PerfQuestion {
    sizes = List.copyOf(sizes);
  }

  /** The same by a certain route. */
  PerfQuestion by(Route route) {
    return new PerfQuestion(op, sizes, type, reduce, root, route, iterations, warmups);
  }

  /** For the command line of another process. */
  String encoded() {
    String list = sizes.stream().map(String::valueOf).collect(Collectors.joining(","));
    return String.join(
        SEPARATOR,
        op.name(),
        list,
        type.name(),
        reduce.name(),
        Integer.toString(root),
        route.id(),
        Integer.toString(iterations),
        Integer.toString(warmups));
  }

  static PerfQuestion decoded(String text) {
    String[] parts = text.split(SEPARATOR, -1);
    CollectiveOp op = CollectiveOp.valueOf(parts[0]);
    return new PerfQuestion(
        op,
        Arrays.stream(parts[1].split(",")).map(Long::parseLong).toList(),
        DType.valueOf(parts[2]),
        ReduceOp.valueOf(parts[3]),
        Integer.parseInt(parts[4]),
        Route.named(parts[5], op).orElseThrow(),
        Integer.parseInt(parts[6]),
        Integer.parseInt(parts[7]));
  }

  /** Elements of a size: whole blocks where the operation has a block per rank, at least one. */
  long count(long bytes, int ranks) {
    long elements = Math.max(1, bytes / type.bytes());
    return switch (op) {
      case ALL_GATHER, REDUCE_SCATTER, GATHER, SCATTER, ALL_TO_ALL ->
          Math.max(1, elements / ranks) * ranks;
      case ALL_REDUCE, BROADCAST, REDUCE, SEND_RECEIVE -> elements;
    };
  }

  /** The largest buffer; warming up needs an element for every rank. */
  public long mostBytes(int ranks) {
    long most = sizes.stream().mapToLong(size -> count(size, ranks)).max().orElse(1);
    return Math.max(ranks, most) * type.bytes();
  }
}
