package io.busbar.app.imported;

import io.busbar.base.file.Repeatable;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.goal.GoalRank;
import io.busbar.formats.goal.GoalReader;
import io.busbar.formats.goal.GoalSchedule;
import io.busbar.formats.htsim.ConnectionMatrix;
import io.busbar.formats.htsim.ConnectionMatrix.Connection;
import io.busbar.formats.htsim.ConnectionMatrix.Trigger;
import io.busbar.formats.htsim.ConnectionMatrix.TriggerKind;
import io.busbar.formats.htsim.ConnectionMatrixReader;
import io.busbar.simulate.program.Program;
import io.busbar.simulate.program.Program.Event;
import io.busbar.simulate.scenario.input.Question.Script;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads what ranks do: htsim's connection matrices, plain matrices of bytes, GOAL schedules.
 * Stateless.
 */
public final class Scripts {
  private static final long PS_PER_NS = 1000;
  private static final List<String> HTSIM = List.of("Nodes", "Connections");

  private Scripts() {}

  /**
   * A connection matrix of htsim, or a table of bytes from each rank to each.
   *
   * @throws InputException when the file is neither
   */
  public static Script matrix(Path file) {
    Repeatable input = Inputs.open(file);
    boolean htsim = HTSIM.contains(Inputs.firstWord(input));
    Program program =
        htsim
            ? connections(Inputs.read(input, Scripts::checked))
            : Inputs.read(input, ByteMatrix::read);
    return new Script(name(file), program);
  }

  /**
   * A GOAL schedule.
   *
   * @throws InputException when it is none
   */
  public static Script goal(Path file) {
    return new Script(name(file), program(Inputs.read(Inputs.open(file), Scripts::checkedGoal)));
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static ConnectionMatrix checked(String source, InputStream in, Problems problems)
      throws IOException {
    ConnectionMatrix matrix = ConnectionMatrixReader.read(source, in, problems);
    for (Connection connection : matrix.connections()) {
      Position at = new Position(source, connection.line(), 0);
      if (connection.bytes() == 0) {
        problems.add(at, "size", "0", "a size: flows without end are not played", "");
      }
      if (connection.src() == connection.dst()) {
        problems.add(at, "", "" + connection.src(), "two different hosts", "");
      }
    }
    for (ConnectionMatrix.Failure failure : matrix.failures()) {
      Position at = new Position(source, failure.line(), 0);
      problems.add(at, "failure", "failure", "no failures", "--fault slow-link:… plays them");
    }
    if (matrix.connections().isEmpty() && !problems.any()) {
      problems.add(Position.of(source), "Connections", "0", "at least one connection", "");
    }
    return matrix;
  }

  private static Program connections(ConnectionMatrix matrix) {
    Program.Builder program = new Program.Builder(matrix.nodes());
    Map<Integer, Integer> gates = new HashMap<>();
    for (Trigger trigger : matrix.triggers()) {
      boolean next = trigger.kind() == TriggerKind.MULTISHOT;
      boolean barrier = trigger.kind() == TriggerKind.BARRIER;
      int told = barrier ? Math.max(1, trigger.count()) : 1;
      gates.put(trigger.id(), next ? program.next() : program.gate(told));
    }
    for (Connection c : matrix.connections()) {
      int task = program.message(c.src(), c.dst(), c.bytes(), Math.max(0, c.startPs()));
      Integer start = gates.get(c.trigger());
      if (start != null) {
        program.after(task, start, Event.ENDED);
      }
      tell(program, gates.get(c.sendDoneTrigger()), task, Event.ENDED);
      tell(program, gates.get(c.receiveDoneTrigger()), task, Event.DELIVERED);
    }
    return program.build();
  }

  private static void tell(Program.Builder program, @Nullable Integer gate, int by, Event at) {
    if (gate != null) {
      program.after(gate, by, at);
    }
  }

  private static GoalSchedule checkedGoal(String source, InputStream in, Problems problems)
      throws IOException {
    GoalSchedule schedule = GoalReader.read(source, in, problems);
    if (!problems.any() && schedule.ranks().size() < 2) {
      problems.add(Position.of(source), "num_ranks", "1", "2 ranks or more", "");
    }
    return schedule;
  }

  private static Program program(GoalSchedule schedule) {
    Program.Builder program = new Program.Builder(schedule.ranks().size());
    for (int rank = 0; rank < schedule.ranks().size(); rank++) {
      GoalRank tasks = schedule.ranks().get(rank);
      Map<Integer, Integer> lanes = new HashMap<>();
      int[] made = new int[tasks.size()];
      for (int task = 0; task < made.length; task++) {
        made[task] =
            switch (tasks.kind(task)) {
              case SEND ->
                  program.send(rank, tasks.peer(task), tasks.tag(task), tasks.amount(task));
              case RECEIVE -> program.receive(rank, tasks.peer(task), tasks.tag(task));
              case CALC -> {
                int lane = lanes.computeIfAbsent(tasks.cpu(task), cpu -> program.lane());
                yield program.compute(rank, lane, ps(tasks.amount(task)));
              }
            };
      }
      for (int wait = 0; wait < tasks.waits(); wait++) {
        program.after(
            made[tasks.waiter(wait)],
            made[tasks.waitedFor(wait)],
            tasks.waitsForStart(wait) ? Event.STARTED : Event.ENDED);
      }
    }
    return program.build();
  }

  /** Times that do not fit, some hundred days, become the largest that do. */
  private static long ps(long ns) {
    return Math.min(ns, Long.MAX_VALUE / 4 / PS_PER_NS) * PS_PER_NS;
  }
}
