package io.busbar.app.imported;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.Step;
import io.busbar.collective.schedule.StepBuffer;
import io.busbar.simulate.program.Program;
import io.busbar.simulate.program.Program.Event;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Writes collectives of all ranks into a program as the sends and receives of their schedules. The
 * n-th collective of each rank is the same one; those of a rank follow each other.
 */
final class CollectiveTasks {
  private static final int FIRST_TAG = 1 << 24;
  private static final int NONE = -1;
  private static final long MOST_TASKS = 20_000_000;

  private final Program.Builder program;
  private final Map<CollectiveOp, Schedule> schedules = new EnumMap<>(CollectiveOp.class);
  private final List<List<Call>> calls = new ArrayList<>();
  private final List<Integer> last = new ArrayList<>();
  private long tasks;

  private record Call(CollectiveOp op, long bytes) {}

  /** The tasks that begin and end a collective of a rank. */
  record Ends(int begin, int end) {}

  CollectiveTasks(Program.Builder program) {
    this.program = program;
  }

  /**
   * Adds a rank's part of its next collective.
   *
   * @param bytes as Chakra counts them: what each rank gives
   */
  Ends add(int rank, int ranks, CollectiveOp op, long bytes) {
    while (calls.size() <= rank) {
      calls.add(new ArrayList<>());
      last.add(NONE);
    }
    int number = calls.get(rank).size();
    calls.get(rank).add(new Call(op, bytes));
    Schedule schedule = schedules.computeIfAbsent(op, o -> schedule(o, ranks));
    long chunk = chunkBytes(op, bytes, schedule.chunks());
    int lane = program.lane();
    int begin = program.compute(rank, lane, 0);
    if (last.get(rank) != NONE) {
      program.after(begin, last.get(rank), Event.ENDED);
    }
    int end = program.compute(rank, lane, 0);
    program.after(end, begin, Event.ENDED);
    int before = begin;
    RankProgram steps = schedule.program(rank, 0);
    for (StepBuffer step = new StepBuffer(); steps.next(step) && tasks < MOST_TASKS; ) {
      if (step.has(Step.RECEIVE)) {
        int receive = program.receive(rank, step.receiveFrom(), FIRST_TAG + number);
        program.after(receive, before, Event.ENDED);
        program.after(end, receive, Event.ENDED);
        before = receive;
        tasks++;
      }
      if (step.has(Step.SEND)) {
        long size = chunk * step.count();
        int send = program.send(rank, step.sendTo(), FIRST_TAG + number, size);
        program.after(send, before, Event.ENDED);
        program.after(end, send, Event.ENDED);
        tasks++;
      }
    }
    last.set(rank, end);
    return new Ends(begin, end);
  }

  private static Schedule schedule(CollectiveOp op, int ranks) {
    Algorithm algorithm = op == CollectiveOp.ALL_TO_ALL ? Algorithm.DIRECT : Algorithm.RING;
    return Schedules.of(ScheduleRequest.of(op, algorithm, Locality.flat(ranks)));
  }

  private static long chunkBytes(CollectiveOp op, long bytes, int chunks) {
    return op == CollectiveOp.ALL_GATHER ? bytes : Math.ceilDiv(bytes, (long) chunks);
  }

  /** Whether all ranks do the same collectives in the same order. */
  void check(Position at, Problems problems) {
    for (int rank = 1; rank < calls.size(); rank++) {
      List<Call> own = calls.get(rank);
      List<Call> first = calls.getFirst();
      for (int i = 0; i < Math.max(own.size(), first.size()); i++) {
        if (i >= own.size() || i >= first.size() || !own.get(i).equals(first.get(i))) {
          String read = "collective " + i + " of rank " + rank;
          problems.add(at, "", read, "the same as of rank 0: operation and size", "");
          return;
        }
      }
    }
    if (tasks >= MOST_TASKS) {
      problems.add(at, "", "", "at most " + MOST_TASKS + " messages of collectives", "");
    }
  }
}
