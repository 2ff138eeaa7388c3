package io.busbar.app.command.nccl;

import io.busbar.app.algo.Algo;
import io.busbar.app.algo.Executed;
import io.busbar.app.algo.PlayAnswer;
import io.busbar.app.algo.PlayReport;
import io.busbar.app.call.Answer;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.FormatOption;
import io.busbar.app.option.Named;
import io.busbar.app.progress.Watching;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.base.report.Report;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.model.cluster.Cluster;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.simulate.scenario.run.PlayedSchedule;
import io.busbar.simulate.scenario.setting.Fidelity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code busbar algo play}: how long an algorithm takes in the engines, beside others. */
final class AlgoPlay {
  private static final int MOST_EXECUTED = 64;
  private static final long MOST_EXECUTED_BYTES = 256L << 20;

  @Option(
      names = "--cluster",
      paramLabel = "CLUSTER",
      description = {
        "Where play runs, on its first GPUs; dgx-h100 with as many nodes as it takes by default.",
        "Example: --cluster dgx-a100:1"
      })
  private @Nullable String cluster;

  @Option(
      names = "--size",
      split = ",",
      paramLabel = "SIZE",
      description = {
        "Sizes to play as nccl-tests counts them, 16MiB by default; rounded up to what the"
            + " algorithm can carry.",
        "Example: --size 64KiB,1GiB"
      })
  private List<String> sizes = List.of("16MiB");

  @Option(
      names = "--fidelity",
      split = ",",
      paramLabel = "NAME",
      description = {
        "Engines: message, flow, packet; message by default.",
        "Example: --fidelity message,flow"
      })
  private List<String> fidelities = List.of("message");

  @Option(
      names = "--beside",
      split = ",",
      paramLabel = "NAME",
      description = {
        "Algorithms to set beside it; ring and tree where they do the operation by default.",
        "Example: --beside ring,direct"
      })
  private @Nullable List<String> beside;

  @Option(
      names = "--execute",
      description = {
        "Let play also execute it here: a thread for each rank, every element of the result"
            + " checked.",
        "Example: --execute"
      })
  private boolean execute;

  /**
   * @param algo one that is right
   * @param terminal shows how far it is
   */
  Answer answer(Algo algo, Terminal terminal, FormatOption format) {
    CollectiveOp operation = algo.schedule().op();
    int n = algo.schedule().ranks();
    Problems problems = new Problems();
    List<Long> bytes = bytes(problems);
    List<Fidelity> engines = engines(problems);
    List<Algorithm> others = others(operation, problems);
    problems.throwIfAny();
    Cluster place = Named.cluster(cluster == null ? "dgx-h100:" + Math.ceilDiv(n, 8) : cluster);
    if (place.gpus() < n) {
      String read = place.name() + " with " + place.gpus() + " GPUs";
      throw Refusal.of("--cluster", read, "a cluster of " + n + " GPUs or more", "");
    }
    List<String> notes = new ArrayList<>(algo.notes());
    List<PlayAnswer.Row> rows = new ArrayList<>();
    try (Watching watching = new Watching(terminal)) {
      for (long size : bytes) {
        for (Fidelity engine : engines) {
          play(algo, others, new PlayedSchedule(place, engine, watching), engine, size, rows);
        }
        if (execute) {
          executeAll(algo, others, size, rows);
        }
      }
      for (PlayAnswer.Row row : rows) {
        note(algo, row.bytes(), notes);
      }
      String name = operation.ncclTestsName();
      PlayAnswer answer = new PlayAnswer(algo.name(), name, n, place.name(), rows, notes);
      Report report = PlayReport.of(answer);
      return format.answer(report, watching.exitCode(report));
    }
  }

  private static void note(Algo algo, long bytes, List<String> notes) {
    var read = algo.file();
    if (read == null) {
      return;
    }
    Long least = read.minBytes();
    Long most = read.maxBytes();
    if (least != null && bytes < least || most != null && bytes > most) {
      String said = bytes + " bytes are outside the sizes that the file is meant for";
      if (!notes.contains(said)) {
        notes.add(said);
      }
    }
  }

  private static void play(
      Algo algo,
      List<Algorithm> others,
      PlayedSchedule engine,
      Fidelity fidelity,
      long size,
      List<PlayAnswer.Row> rows) {
    long bytes = algo.fitting(size);
    CollectiveOp operation = algo.schedule().op();
    String word = fidelity.name().toLowerCase(Locale.ROOT);
    rows.add(row(algo.name(), word, bytes, engine.play(algo.schedule(), algo.slots(), bytes)));
    for (Algorithm other : others) {
      if (other.id().equals(algo.name())) {
        continue;
      }
      try {
        var played = engine.play(other, operation, algo.schedule().ranks(), bytes);
        rows.add(row(other.id(), word, bytes, played));
      } catch (IllegalArgumentException e) {
        throw Refusal.of("--beside", other.id(), "an algorithm for this cluster and size", "" + e);
      }
    }
  }

  private static PlayAnswer.Row row(
      String name, String engine, long bytes, PlayedSchedule.Played played) {
    return new PlayAnswer.Row(
        name,
        engine,
        bytes,
        played.seconds(),
        played.boundSeconds(),
        played.busBytesPerSecond(),
        played.messages(),
        null);
  }

  private static void executeAll(
      Algo algo, List<Algorithm> others, long size, List<PlayAnswer.Row> rows) {
    int n = algo.schedule().ranks();
    long bytes = algo.fitting(size);
    if (n > MOST_EXECUTED || algo.schedule().agents() > n || bytes > MOST_EXECUTED_BYTES) {
      String read = n + " ranks and " + new DataSize(bytes);
      String most =
          "at most "
              + MOST_EXECUTED
              + " ranks without switches and "
              + new DataSize(MOST_EXECUTED_BYTES);
      throw Refusal.of("--execute", read, most, "");
    }
    rows.add(row(algo.name(), bytes, algo.tight(SlotSize.DEFAULT.count())));
    for (Algorithm other : others) {
      Locality one = Locality.oneNode(n);
      CollectiveOp operation = algo.schedule().op();
      boolean can = Schedules.refusal(other, operation, one) == null;
      if (can && !other.id().equals(algo.name())) {
        Locality seen = other == Algorithm.TREE ? Locality.flat(n) : one;
        Schedule schedule = Schedules.of(ScheduleRequest.of(operation, other, seen));
        if (schedule.agents() == n) {
          rows.add(row(other.id(), bytes, schedule));
        }
      }
    }
  }

  private static PlayAnswer.Row row(String name, long bytes, Schedule schedule) {
    Executed.Run run = Executed.of(schedule, bytes);
    double busbw = schedule.op().busFactor(schedule.ranks()) * bytes / run.seconds();
    return new PlayAnswer.Row(
        name, "executed", bytes, run.seconds(), null, busbw, null, run.wrongElements());
  }

  private List<Long> bytes(Problems problems) {
    List<Long> read = new ArrayList<>();
    for (String size : sizes) {
      try {
        read.add(DataSize.parse(size).bytes());
      } catch (QuantityFormatException e) {
        problems.add(Position.of("--size"), "", size, e.expected(), e.hint());
      }
    }
    return read;
  }

  private List<Fidelity> engines(Problems problems) {
    List<String> known = List.of("message", "flow", "packet");
    List<Fidelity> read = new ArrayList<>();
    for (String name : fidelities) {
      if (known.contains(name)) {
        read.add(Fidelity.valueOf(name.toUpperCase(Locale.ROOT)));
      } else {
        String expected = "one of " + String.join(", ", known);
        String hint =
            name.equals("closed") ? "no formula is known for it" : Nearest.hint(name, known);
        problems.add(Position.of("--fidelity"), "", name, expected, hint);
      }
    }
    return read;
  }

  private List<Algorithm> others(CollectiveOp operation, Problems problems) {
    List<Algorithm> read = new ArrayList<>();
    if (beside == null) {
      for (Algorithm usual : List.of(Algorithm.RING, Algorithm.TREE, Algorithm.PAIRWISE)) {
        if (usual.operations().contains(operation)) {
          read.add(usual);
        }
      }
      return read;
    }
    for (String name : beside) {
      Algorithm other = AlgoSource.named(name);
      if (other == null || !other.operations().contains(operation)) {
        List<String> can = Schedules.algorithms(operation).stream().map(Algorithm::id).toList();
        String expected = "one of " + String.join(", ", can);
        problems.add(Position.of("--beside"), "", name, expected, Nearest.hint(name, can));
      } else {
        read.add(other);
      }
    }
    return read;
  }
}
