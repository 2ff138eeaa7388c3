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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes collectives of groups of ranks into a program as the sends and receives of their
 * schedules. The n-th collective of each rank of a group is the same one; those of a stream follow
 * each other.
 */
final class CollectiveTasks {
  private static final int FIRST_TAG = 1 << 24;
  private static final int NONE = -1;
  private static final long MOST_TASKS = 20_000_000;

  private final Program.Builder program;
  private final Map<Kind, Schedule> schedules = new HashMap<>();
  private final Map<List<Integer>, Group> groups = new HashMap<>();
  private final Map<Stream, Integer> last = new HashMap<>();
  private final boolean streams;
  private final AstraSystem how;
  private int tags;
  private long tasks;

  /** Collectives that follow each other: those of a rank, or of a rank in a group. */
  private record Stream(int rank, List<Integer> group) {}

  private record Kind(CollectiveOp op, int ranks) {}

  private record Call(CollectiveOp op, long bytes) {}

  /** What the ranks of a group do together, by rank, and the tags of their messages. */
  private static final class Group {
    final List<Integer> ranks;
    final Map<Integer, Integer> places = new HashMap<>();
    final List<List<Call>> calls = new ArrayList<>();
    final List<Integer> tags = new ArrayList<>();

    Group(List<Integer> ranks) {
      this.ranks = ranks;
      for (int i = 0; i < ranks.size(); i++) {
        places.put(ranks.get(i), i);
        calls.add(new ArrayList<>());
      }
    }
  }

  /** The tasks that begin and end a collective of a rank. */
  record Ends(int begin, int end) {}

  /**
   * @param streams whether each group of a rank has a stream of its own, as communicators have;
   *     otherwise all collectives of a rank follow each other
   * @param how they are done
   */
  CollectiveTasks(Program.Builder program, boolean streams, AstraSystem how) {
    this.program = program;
    this.how = how;
    this.streams = streams;
  }

  /**
   * Adds a rank's part of its next collective.
   *
   * @param ranks who does it, this rank among them
   * @param bytes as Chakra counts them: what each rank gives
   */
  Ends add(int rank, List<Integer> ranks, CollectiveOp op, long bytes) {
    Group group = groups.computeIfAbsent(ranks, Group::new);
    int place = group.places.getOrDefault(rank, NONE);
    int number = group.calls.get(place).size();
    group.calls.get(place).add(new Call(op, bytes));
    if (number == group.tags.size()) {
      group.tags.add(FIRST_TAG + tags);
      tags += how.splits();
    }
    int lane = program.lane();
    int begin = program.compute(rank, lane, 0);
    Stream stream = new Stream(rank, streams ? ranks : List.of());
    int before = last.getOrDefault(stream, NONE);
    if (before != NONE) {
      program.after(begin, before, Event.ENDED);
    }
    int end = program.compute(rank, lane, 0);
    program.after(end, begin, Event.ENDED);
    if (ranks.size() > 1) {
      Call part = new Call(op, Math.ceilDiv(bytes, (long) how.splits()));
      parts(rank, group, part, group.tags.get(number), new Ends(begin, end));
    }
    last.put(stream, end);
    return new Ends(begin, end);
  }

  /** Each part waits for one before it, so that no more than the active ones are on their way. */
  private void parts(int rank, Group group, Call part, int tag, Ends ends) {
    int[] done = new int[how.splits()];
    for (int p = 0; p < done.length; p++) {
      int begin = p < how.active() ? ends.begin() : done[p - how.active()];
      done[p] = program.compute(rank, program.lane(), 0);
      program.after(done[p], begin, Event.ENDED);
      messages(rank, group, part, tag + p, new Ends(begin, done[p]));
      program.after(ends.end(), done[p], Event.ENDED);
    }
  }

  private void messages(int rank, Group group, Call call, int tag, Ends ends) {
    Kind kind = new Kind(call.op(), group.ranks.size());
    Schedule schedule = schedules.computeIfAbsent(kind, this::schedule);
    long chunk = chunkBytes(call, schedule.chunks());
    int before = ends.begin();
    RankProgram steps = schedule.program(group.places.getOrDefault(rank, NONE), 0);
    for (StepBuffer step = new StepBuffer(); steps.next(step) && tasks < MOST_TASKS; ) {
      if (step.has(Step.RECEIVE)) {
        int receive = program.receive(rank, group.ranks.get(step.receiveFrom()), tag);
        program.after(receive, before, Event.ENDED);
        program.after(ends.end(), receive, Event.ENDED);
        before = receive;
        tasks++;
      }
      if (step.has(Step.SEND)) {
        long size = chunk * step.count();
        int send = program.send(rank, group.ranks.get(step.sendTo()), tag, size);
        program.after(send, before, Event.ENDED);
        program.after(ends.end(), send, Event.ENDED);
        tasks++;
      }
    }
  }

  private Schedule schedule(Kind kind) {
    Algorithm algorithm = how.algorithm(kind.op(), kind.ranks());
    return Schedules.of(ScheduleRequest.of(kind.op(), algorithm, Locality.flat(kind.ranks())));
  }

  private static long chunkBytes(Call call, int chunks) {
    return call.op() == CollectiveOp.ALL_GATHER
        ? call.bytes()
        : Math.ceilDiv(call.bytes(), (long) chunks);
  }

  /** Whether there are as many messages as are played at most; further ones were left out. */
  boolean full() {
    return tasks >= MOST_TASKS;
  }

  /** Whether all ranks of a group do the same collectives in the same order. */
  void check(Position at, Problems problems) {
    for (Group group : groups.values()) {
      check(group, at, problems);
    }
    if (full()) {
      problems.add(at, "", "", "at most " + MOST_TASKS + " messages of collectives", "");
    }
  }

  private static void check(Group group, Position at, Problems problems) {
    List<Call> first = group.calls.getFirst();
    for (int place = 1; place < group.calls.size(); place++) {
      List<Call> own = group.calls.get(place);
      for (int i = 0; i < Math.max(own.size(), first.size()); i++) {
        if (i >= own.size() || i >= first.size() || !own.get(i).equals(first.get(i))) {
          String read = "collective " + i + " of rank " + group.ranks.get(place);
          String same = "the same as of rank " + group.ranks.getFirst();
          problems.add(at, "", read, same + ": operation and size", "");
          return;
        }
      }
    }
  }
}
