package io.busbar.simulate.scenario.run;

import io.busbar.base.report.Block;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.program.Program;
import io.busbar.simulate.program.ProgramRun;
import io.busbar.simulate.scenario.answer.Outcome;
import io.busbar.simulate.scenario.answer.SimulationAnswer.CriticalPath;
import io.busbar.simulate.scenario.answer.SimulationAnswer.MessageTimes;
import io.busbar.simulate.scenario.answer.SimulationAnswer.SlowRank;
import io.busbar.simulate.scenario.setting.Scenario;
import io.busbar.simulate.scenario.setting.Task;
import io.busbar.simulate.traffic.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plays a pattern of plain messages, or a program that was read. */
public final class Messages {
  private static final int MOST_LANES = 32;
  private static final int MOST_SPANS = 2_000;
  private static final double MEDIAN = 0.5;
  private static final double LATE = 0.99;

  private final Program program;
  private final int[] endpoints;

  /**
   * @param endpoints where each rank is
   */
  Messages(Scenario scenario, int[] endpoints) {
    this.endpoints = endpoints;
    Program read = scenario.task().program();
    program = read == null ? Program.of(scenario.ranks(), pattern(scenario)) : read;
  }

  private static Traffic pattern(Scenario scenario) {
    int ranks = scenario.ranks();
    return scenario.task() == Task.INCAST
        ? Traffic.incast(0, 1, ranks - 1, scenario.bytes())
        : scenario.task() == Task.ALL_TO_ALL
            ? Traffic.allToAll(ranks, scenario.bytes())
            : Traffic.permutation(ranks, scenario.bytes(), scenario.seed());
  }

  Program program() {
    return program;
  }

  /** The messages on a network, ready to be played. */
  Playing on(Network network) {
    ProgramRun run = new ProgramRun(network, program, endpoints);
    return new Playing() {
      @Override
      public RunEnd run(long untilPs, Cancel cancel) {
        return run.run(untilPs, cancel);
      }

      @Override
      public double expectedBytes() {
        return bytes();
      }

      @Override
      public Outcome outcome(RunEnd end) {
        return Messages.this.outcome(run, end);
      }
    };
  }

  private double bytes() {
    double bytes = 0;
    for (int task = 0; task < program.size(); task++) {
      bytes += program.sends(task) ? program.amount(task) : 0;
    }
    return Math.max(1, bytes);
  }

  private Outcome outcome(ProgramRun run, RunEnd end) {
    long bytes = 0;
    long delivered = 0;
    int open = 0;
    List<Integer> stuck = new ArrayList<>();
    for (int task = 0; task < program.size(); task++) {
      boolean done = run.endedPs(task) >= 0;
      if (done && program.sends(task)) {
        delivered++;
        bytes += program.amount(task);
      }
      boolean gate =
          program.kind(task) == Program.Kind.GATE || program.kind(task) == Program.Kind.NEXT;
      if (!done && !gate) {
        open++;
        int rank = program.rank(task);
        if (stuck.size() < Outcome.MOST_STUCK && !stuck.contains(rank)) {
          stuck.add(rank);
        }
      }
    }
    long[] times = times(run);
    return new Outcome(
        end,
        open == 0,
        run.lastPs(),
        delivered,
        run.failures(),
        bytes,
        slowest(run, times),
        stuck,
        messageTimes(times),
        path(run),
        lanes(run));
  }

  /** Of delivered messages from their start, ascending. */
  private long[] times(ProgramRun run) {
    long[] times = new long[program.size()];
    int count = 0;
    for (int task = 0; task < program.size(); task++) {
      if (program.sends(task) && run.endedPs(task) >= 0) {
        times[count++] = run.endedPs(task) - run.startedPs(task);
      }
    }
    times = Arrays.copyOf(times, count);
    Arrays.sort(times);
    return times;
  }

  /** Of a program that computes; a pattern of messages has no other path than its last message. */
  private @Nullable CriticalPath path(ProgramRun run) {
    boolean computes = false;
    for (int task = 0; task < program.size(); task++) {
      computes |= program.kind(task) == Program.Kind.COMPUTE && program.amount(task) > 0;
    }
    if (!computes) {
      return null;
    }
    ProgramRun.Path path = run.path();
    return new CriticalPath(
        SimTime.seconds(path.computePs()),
        SimTime.seconds(path.communicationPs()),
        path.tasks(),
        path.rank());
  }

  private static @Nullable MessageTimes messageTimes(long[] times) {
    return times.length == 0
        ? null
        : new MessageTimes(
            SimTime.seconds(times[0]),
            SimTime.seconds(at(times, MEDIAN)),
            SimTime.seconds(at(times, LATE)),
            SimTime.seconds(times[times.length - 1]));
  }

  /** Nearest rank. */
  private static long at(long[] ascending, double share) {
    return ascending[Math.max(0, (int) Math.ceil(share * ascending.length) - 1)];
  }

  private @Nullable SlowRank slowest(ProgramRun run, long[] times) {
    int last = -1;
    for (int task = 0; task < program.size(); task++) {
      if (program.sends(task)
          && run.endedPs(task) >= 0
          && (last < 0 || run.endedPs(task) > run.endedPs(last))) {
        last = task;
      }
    }
    return last < 0 || run.endedPs(last) == 0
        ? null
        : new SlowRank(
            "last-message",
            program.rank(last),
            program.peer(last),
            SimTime.seconds(run.endedPs(last) - run.startedPs(last)),
            SimTime.seconds(times[times.length / 2]));
  }

  private List<Block.Lane> lanes(ProgramRun run) {
    List<Block.Lane> lanes = new ArrayList<>();
    if (program.ranks() > MOST_LANES || program.size() > MOST_SPANS) {
      return lanes;
    }
    for (int rank = 0; rank < program.ranks(); rank++) {
      List<Block.Span> spans = new ArrayList<>();
      for (int task = 0; task < program.size(); task++) {
        boolean shown = program.sends(task) || program.kind(task) == Program.Kind.COMPUTE;
        if (shown && program.rank(task) == rank && run.endedPs(task) > run.startedPs(task)) {
          spans.add(span(run, task));
        }
      }
      if (!spans.isEmpty()) {
        lanes.add(new Block.Lane("rank " + rank, spans));
      }
    }
    return lanes;
  }

  private Block.Span span(ProgramRun run, int task) {
    boolean computes = program.kind(task) == Program.Kind.COMPUTE;
    return new Block.Span(
        SimTime.seconds(run.startedPs(task)),
        SimTime.seconds(run.endedPs(task)),
        computes ? "compute" : "to " + program.peer(task),
        computes ? "forward" : "communication");
  }
}
