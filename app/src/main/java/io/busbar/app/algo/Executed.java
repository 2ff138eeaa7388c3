package io.busbar.app.algo;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.LocalGroup;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.kernel.ReduceOp;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Executes a schedule on this machine: a thread for each rank, real bytes, and every element of the
 * result is looked at.
 */
public final class Executed {
  private static final int RUNS = 7;
  private static final int WIDTH = 4;
  private static final int PERIOD = 251;

  private final Schedule schedule;
  private final int count;
  private final long[] nanos = new long[RUNS];
  private final AtomicLongArray wrong;

  private Executed(Schedule schedule, long bytes) {
    this.schedule = schedule;
    this.count = Math.toIntExact(bytes / WIDTH);
    this.wrong = new AtomicLongArray(schedule.ranks());
  }

  /**
   * What came of it.
   *
   * @param seconds median of seven runs, slowest rank each
   * @param wrongElements of all ranks; 0 when it is right
   */
  public record Run(double seconds, long wrongElements) {}

  /**
   * Runs a schedule.
   *
   * @param bytes as the operation counts them; a size that the schedule can carry
   */
  public static Run of(Schedule schedule, long bytes) {
    Executed executed = new Executed(schedule, bytes);
    LocalGroup.run(schedule.ranks(), executed::rank);
    Arrays.sort(executed.nanos);
    long bad = 0;
    for (int rank = 0; rank < schedule.ranks(); rank++) {
      bad += executed.wrong.get(rank);
    }
    return new Run(executed.nanos[RUNS / 2] * 1e-9, bad);
  }

  private void rank(Comm comm) {
    CollectiveOp op = schedule.op();
    int ranks = schedule.ranks();
    int rank = comm.rank();
    int part = count / ranks;
    int[] in = new int[op == CollectiveOp.ALL_GATHER ? part : count];
    int start = op == CollectiveOp.ALL_GATHER ? rank * part : 0;
    for (int i = 0; i < in.length; i++) {
      in[i] = given(rank, start + i);
    }
    int[] out = new int[op == CollectiveOp.REDUCE_SCATTER ? part : count];
    Call call = call(op, Buf.of(in), Buf.of(out));
    Operation operation = comm.prepare(call, schedule);
    for (int run = 0; run < RUNS; run++) {
      comm.barrier();
      long begin = System.nanoTime();
      operation.run();
      comm.barrier();
      if (rank == 0) {
        nanos[run] = System.nanoTime() - begin;
      }
    }
    int[] result = op == CollectiveOp.BROADCAST ? in : out;
    boolean looked = op != CollectiveOp.REDUCE || rank == schedule.root();
    for (int i = 0; looked && i < result.length; i++) {
      if (result[i] != wanted(op, rank, i, part)) {
        wrong.incrementAndGet(rank);
      }
    }
  }

  private Call call(CollectiveOp op, Buf in, Buf out) {
    return switch (op) {
      case ALL_REDUCE -> Call.allReduce(in, out, ReduceOp.SUM);
      case ALL_GATHER -> Call.allGather(in, out);
      case REDUCE_SCATTER -> Call.reduceScatter(in, out, ReduceOp.SUM);
      case ALL_TO_ALL -> Call.allToAll(in, out);
      case BROADCAST -> Call.broadcast(in, schedule.root());
      case REDUCE -> Call.reduce(in, out, ReduceOp.SUM, schedule.root());
      case GATHER, SCATTER, SEND_RECEIVE ->
          throw new IllegalArgumentException(op.ncclTestsName() + " is not executed here");
    };
  }

  /** What a rank gives at an element of the whole buffer. */
  private static int given(int rank, int element) {
    return (rank + 1) * (1 + element % PERIOD);
  }

  private int wanted(CollectiveOp op, int rank, int element, int part) {
    int ranks = schedule.ranks();
    int sumOfRanks = ranks * (ranks + 1) / 2;
    return switch (op) {
      case ALL_REDUCE, REDUCE -> sumOfRanks * (1 + element % PERIOD);
      case REDUCE_SCATTER -> sumOfRanks * (1 + (rank * part + element) % PERIOD);
      case ALL_GATHER -> given(element / part, element);
      case ALL_TO_ALL -> given(element / part, rank * part + element % part);
      default -> given(schedule.root(), element);
    };
  }
}
