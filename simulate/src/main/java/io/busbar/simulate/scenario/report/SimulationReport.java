package io.busbar.simulate.scenario.report;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.simulate.emit.Observed;
import io.busbar.simulate.program.Program;
import io.busbar.simulate.scenario.answer.SimulationAnswer;
import io.busbar.simulate.scenario.answer.SimulationAnswer.CriticalPath;
import io.busbar.simulate.scenario.answer.SimulationAnswer.LinkLoad;
import io.busbar.simulate.scenario.answer.SimulationAnswer.MessageTimes;
import io.busbar.simulate.scenario.answer.SimulationAnswer.SlowRank;
import io.busbar.simulate.scenario.answer.SimulationAnswer.TierLoad;
import io.busbar.simulate.scenario.answer.Verdict;
import io.busbar.simulate.scenario.input.JobsQuestion;
import io.busbar.simulate.scenario.input.JobsReader;
import io.busbar.simulate.scenario.input.Question;
import io.busbar.simulate.scenario.input.ScenarioReader;
import io.busbar.simulate.scenario.run.Effort;
import io.busbar.simulate.scenario.run.Job;
import io.busbar.simulate.scenario.run.SideBySide;
import io.busbar.simulate.scenario.run.Simulation;
import io.busbar.simulate.scenario.run.Watch;
import io.busbar.simulate.scenario.setting.Fidelity;
import io.busbar.simulate.scenario.setting.Scenario;
import io.busbar.simulate.scenario.setting.Task;
import io.busbar.simulate.scenario.setting.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Runs a question and tells what came of it. Stateless. */
public final class SimulationReport {
  public static final String SCHEMA = "busbar/simulate/1";

  private static final String UNKNOWN = "-";

  private SimulationReport() {}

  /**
   * The answer: one run in full, or a comparison.
   *
   * @param cpuNanos processor time used so far; always negative when it does not matter
   * @throws io.busbar.base.problem.InputException when the question cannot be answered
   */
  public static Report of(Question question, LongSupplier cpuNanos) {
    return of(question, cpuNanos, Watch.NONE, false);
  }

  /**
   * The same with somebody who looks on; runs after one that was stopped are left out.
   *
   * @param pictures whether the fabric and what went on over time are drawn
   */
  public static Report of(Question question, LongSupplier cpuNanos, Watch watch, boolean pictures) {
    List<Scenario> scenarios = new ScenarioReader(question).read();
    double events = scenarios.stream().mapToDouble(Effort::events).sum();
    if (scenarios.size() > 1 && events > Effort.SIDE_BY_SIDE_EVENTS) {
      return report(new SideBySide(scenarios, cpuNanos, watch).play(), pictures);
    }
    List<Simulation.Run> runs = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      if (runs.isEmpty() || !watch.cancelled()) {
        watch.run(what(scenario), runs.size() + 1, scenarios.size());
        runs.add(Simulation.run(scenario, question.threads(), cpuNanos, watch));
      }
    }
    return report(runs, pictures);
  }

  /**
   * Whether the runs take so long that a second start of a JVM does not count.
   *
   * @throws io.busbar.base.problem.InputException when the question cannot be answered
   */
  public static boolean isLong(Question question) {
    return new ScenarioReader(question).read().stream().mapToDouble(Effort::events).sum()
        > Effort.LONG_EVENTS;
  }

  /**
   * The answer to a single run, and what the network shows of it.
   *
   * @param show takes it
   * @throws io.busbar.base.problem.InputException when the question cannot be answered, or is a
   *     comparison
   */
  public static Report observed(
      Question question,
      LongSupplier cpuNanos,
      Watch watch,
      boolean pictures,
      Consumer<Observed> show) {
    List<Scenario> scenarios = new ScenarioReader(question).read();
    if (scenarios.size() != 1) {
      String expected = "a single run; lists of values make " + scenarios.size();
      throw new InputException(new Problem(Position.of("--emit-artefacts"), "", "", expected, ""));
    }
    watch.run(what(scenarios.getFirst()), 1, 1);
    Simulation.Run run = Simulation.run(scenarios.getFirst(), question.threads(), cpuNanos, watch);
    show.accept(run.observed());
    return report(List.of(run), pictures);
  }

  /**
   * The answer to several jobs that share a fabric.
   *
   * @throws io.busbar.base.problem.InputException with every problem of the jobs
   */
  public static Report of(
      JobsQuestion question, LongSupplier cpuNanos, Watch watch, boolean pictures) {
    List<List<Job>> combinations = new JobsReader(question).read();
    List<Simulation.Run> runs = new ArrayList<>();
    for (List<Job> jobs : combinations) {
      if (runs.isEmpty() || !watch.cancelled()) {
        int ranks = jobs.stream().mapToInt(job -> job.scenario().ranks()).sum();
        long bytes = jobs.stream().mapToLong(job -> job.scenario().bytes()).sum();
        Program nothing = new Program.Builder(ranks).build();
        Task all = new Task(question.name(), null, nothing);
        Scenario whole = jobs.getFirst().scenario().with(all, ranks, bytes);
        watch.run(what(whole), runs.size() + 1, combinations.size());
        runs.add(Simulation.run(whole, jobs, question.alone(), cpuNanos, watch));
      }
    }
    return report(runs, pictures);
  }

  private static String what(Scenario scenario) {
    return scenario.task().name() + ", " + Words.of(scenario.fidelity());
  }

  private static Report report(List<Simulation.Run> runs, boolean pictures) {
    List<SimulationAnswer> answers = runs.stream().map(Simulation.Run::answer).toList();
    SimulationAnswer first = answers.getFirst();
    List<Block> blocks = new ArrayList<>();
    if (answers.size() == 1) {
      blocks.addAll(oneRun(first));
      if (!runs.getFirst().lanes().isEmpty()) {
        blocks.add(
            new Block.Timeline(first.jobs().isEmpty() ? "Ranks" : "Jobs", runs.getFirst().lanes()));
      }
    } else {
      blocks.add(Comparison.table(answers));
      List<String> names = Comparison.names(answers);
      for (int i = 0; i < names.size() && !first.jobs().isEmpty(); i++) {
        blocks.add(JobsTable.of("Jobs, " + names.get(i), answers.get(i).jobs()));
      }
    }
    if (pictures) {
      blocks.addAll(RunPictures.of(runs));
    }
    List<Finding> findings = answers.stream().flatMap(a -> RunFindings.of(a).stream()).toList();
    if (!findings.isEmpty()) {
      blocks.add(new Block.Findings("What went wrong", findings));
    }
    String title = first.operation() + " of " + first.ranks() + " ranks on " + first.fabric();
    return new Report(SCHEMA, title, first.with(answers.subList(1, answers.size())), blocks);
  }

  private static List<Block> oneRun(SimulationAnswer run) {
    List<Block> blocks = new ArrayList<>();
    Verdict verdict = run.verdict();
    if (verdict != null) {
      blocks.add(new Block.Figures("Verdict", verdict(verdict)));
    }
    blocks.add(new Block.Figures("Run", run(run)));
    if (!run.jobs().isEmpty()) {
      blocks.add(JobsTable.of("Jobs", run.jobs()));
    }
    if (run.fidelity() == Fidelity.PACKET) {
      blocks.add(new Block.Figures("Queues and losses", queues(run)));
    }
    if (!run.tiers().isEmpty()) {
      blocks.add(tiers(run));
      blocks.add(hottest(run));
    }
    if (!run.assumed().isEmpty()) {
      blocks.add(new Block.Note("Assumed", String.join("\n", run.assumed())));
    }
    return blocks;
  }

  private static List<Figure> verdict(Verdict v) {
    List<Figure> rows = new ArrayList<>();
    rows.add(figure("bounded by", v.boundedBy(), ""));
    if (!v.links().isEmpty()) {
      rows.add(figure("links", String.join(", ", v.links()), ""));
    }
    if (!v.evenness().isEmpty()) {
      String collisions = v.collidedLinks() == null ? "sharing" : "ECMP collisions";
      rows.add(figure(collisions, v.evenness(), ""));
    }
    rows.add(figure("to change", v.change(), ""));
    return rows;
  }

  private static List<Figure> run(SimulationAnswer run) {
    List<Figure> rows = new ArrayList<>();
    rows.add(figure("size", new DataSize(run.sizeBytes()).toString(), sizeNote(run)));
    rows.add(figure("played as", Words.of(run.fidelity()), how(run)));
    if (!run.faults().isEmpty()) {
      rows.add(figure("faults", "" + run.faults().size(), String.join(", ", run.faults())));
    }
    Double seconds = run.completionS();
    rows.add(
        figure(
            "completion",
            seconds == null ? Words.of(run.end()) : TimeSpan.print(seconds),
            seconds == null
                ? "after " + TimeSpan.print(run.simulatedS())
                : run.boundS() == 0 ? "" : times(seconds / run.boundS())));
    rows.add(figure("bound", TimeSpan.print(run.boundS()), run.boundBy()));
    Double rate = run.busbwBytesPerS();
    if (rate != null) {
      rows.add(figure("busbw", new Bandwidth(rate).toString(), new Bandwidth(rate).inBits()));
    }
    SlowRank slowest = run.slowest();
    if (slowest != null) {
      rows.add(figure("slowest", "rank " + slowest.rank(), why(slowest)));
    }
    Long messages = run.messages();
    if (messages != null) {
      rows.add(figure("messages", count(messages), delivered(run)));
    }
    MessageTimes times = run.messageTimes();
    if (times != null && times.maxS() > 0) {
      rows.add(figure("message times", TimeSpan.print(times.medianS()), spread(times)));
    }
    CriticalPath path = run.criticalPath();
    if (path != null) {
      String exposed = "of communication that no computation hides, ";
      rows.add(
          figure(
              "critical path",
              TimeSpan.print(path.computeS()) + " of computing",
              "and "
                  + TimeSpan.print(path.communicationS())
                  + " "
                  + exposed
                  + "to the end of rank "
                  + path.rank()));
    }
    Long hops = run.linkHops();
    Long events = run.events();
    if (hops != null && events != null) {
      rows.add(figure("link hops", count(hops), count(events) + " events"));
    }
    return rows;
  }

  private static String spread(MessageTimes times) {
    return "median; least "
        + TimeSpan.print(times.minS())
        + ", p99 "
        + TimeSpan.print(times.p99S())
        + ", most "
        + TimeSpan.print(times.maxS());
  }

  private static Figure figure(String label, String value, String note) {
    return new Figure(label, value, note);
  }

  private static String sizeNote(SimulationAnswer run) {
    if (!run.jobs().isEmpty()) {
      return "of " + run.jobs().size() + (run.jobs().size() == 1 ? " job" : " jobs");
    }
    return switch (run.operation()) {
      case "incast" -> "from each of " + (run.ranks() - 1) + " senders to rank 0";
      case "permutation" -> "from each rank to another";
      case "plain-alltoall" -> "from each rank to each other";
      default -> run.messageTimes() == null ? "as nccl-tests counts it" : "all messages together";
    };
  }

  static String how(SimulationAnswer run) {
    StringBuilder how = new StringBuilder();
    if (run.algorithm() != null) {
      how.append(run.algorithm()).append(", ");
      Integer channels = run.channels();
      how.append(channels == null || channels == 1 ? "1 channel, " : channels + " channels, ");
    }
    if (run.routing() != null) {
      how.append("routing ").append(Words.of(run.routing())).append(", ");
    }
    if (run.congestion() != null) {
      how.append("congestion ").append(Words.of(run.congestion())).append(", ");
    }
    Integer pairs = run.queuePairs();
    if (pairs != null && pairs > 1) {
      how.append(pairs).append(" queue pairs, ");
    }
    if (Boolean.FALSE.equals(run.lossless())) {
      how.append("lossy, ").append(run.repair() == null ? "" : Words.of(run.repair()) + ", ");
    }
    return how.append("seed ").append(run.seed()).toString();
  }

  static String times(double factor) {
    return String.format(Locale.ROOT, "%.3f times the bound", factor);
  }

  private static String why(SlowRank slowest) {
    String took =
        TimeSpan.print(slowest.itsS()) + ", typically " + TimeSpan.print(slowest.typicalS());
    return switch (slowest.cause()) {
      case "connection" -> "each message to rank " + slowest.peer() + " took " + took;
      case "last-message" -> "last message, to rank " + slowest.peer() + ": " + took;
      case "start" -> "came late: " + took;
      default -> "its steps took " + took;
    };
  }

  private static String delivered(SimulationAnswer run) {
    Long bytes = run.deliveredBytes();
    String all = bytes == null ? "" : new DataSize(bytes) + " delivered";
    return run.failures() == 0 ? all : all + ", " + count(run.failures()) + " given up";
  }

  private static List<Figure> queues(SimulationAnswer run) {
    return List.of(
        figure("longest queue", bytes(run.peakQueueBytes()), "of a port, when looked at"),
        figure("pauses", count(run.pauses()), "begun by switches"),
        figure("marks", count(run.marks()), count(run.notifications()) + " notifications"),
        figure("drops", count(run.drops()), "no room in a switch"),
        figure("lost on links", count(run.corrupted()), ""),
        figure("sent again", count(run.retransmitted()), count(run.timeouts()) + " timeouts"));
  }

  private static Block tiers(SimulationAnswer run) {
    List<List<String>> rows = new ArrayList<>();
    for (TierLoad tier : run.tiers()) {
      rows.add(
          List.of(
              tier.tier(),
              count((long) tier.links()),
              count((long) tier.used()),
              percent(tier.meanUtilisation()),
              percent(tier.maxUtilisation())));
    }
    return new Block.Table(
        "Link utilisation by tier",
        List.of(
            Column.text("from -> to"),
            Column.number("links"),
            Column.number("used"),
            Column.number("mean"),
            Column.number("most")),
        rows,
        "");
  }

  private static Block hottest(SimulationAnswer run) {
    List<List<String>> rows = new ArrayList<>();
    for (LinkLoad link : run.hottestLinks()) {
      rows.add(
          List.of(
              link.link(),
              DataSize.print(link.bytes()),
              percent(link.utilisation()),
              bytes(link.peakQueueBytes())));
    }
    return new Block.Table(
        "Hottest links",
        List.of(
            Column.text("link"),
            Column.number("carried"),
            Column.number("utilisation"),
            Column.number("longest queue")),
        rows,
        "");
  }

  static String count(@Nullable Long value) {
    return value == null ? UNKNOWN : String.format(Locale.ROOT, "%,d", value);
  }

  static String bytes(@Nullable Long value) {
    return value == null ? UNKNOWN : new DataSize(value).toString();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
