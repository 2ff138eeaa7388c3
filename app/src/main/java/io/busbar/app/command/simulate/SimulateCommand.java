package io.busbar.app.command.simulate;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.OutFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.FormatOption;
import io.busbar.app.progress.Watching;
import io.busbar.app.scenario.ScenarioFile;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Report;
import io.busbar.simulate.emit.Artefacts;
import io.busbar.simulate.emit.Observed;
import io.busbar.simulate.scenario.input.JobsQuestion;
import io.busbar.simulate.scenario.input.Question;
import io.busbar.simulate.scenario.report.SimulationReport;
import io.busbar.simulate.scenario.run.Playback;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code busbar simulate}: a collective or a pattern of traffic played on a modelled fabric. */
@Command(
    name = "simulate",
    description =
        "Play a collective or a pattern of traffic on a fabric: completion against the bound, link"
            + " load, queues, pauses, marks, drops. Lists of values give a comparison.",
    footer = {
      "  busbar simulate incast --senders 32 --fidelity packet --congestion none,dcqcn",
      "  busbar simulate all_reduce --fabric fat-tree:8 --ranks 64 --size 64MB"
          + " --fidelity message,flow,packet",
      "  busbar simulate all_reduce --cluster dgx-h100:4 --size 1GiB --algo ring,tree",
      "  busbar simulate --scenario scenario.yaml --format html --out scenario.html",
      "  busbar simulate all_reduce --fabric fat-tree:4 --fidelity packet"
          + " --fault bit-errors:leaf0-spine1:1e-8 --emit-artefacts seen",
      "  busbar simulate step --plan plan.yaml --overlap on,off",
      "  busbar simulate --matrix perm_128.cm --topo fat_tree_128.topo --fidelity packet"
    })
public final class SimulateCommand extends BusbarCommand {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "OPERATION",
      description = {
        "all_reduce, all_gather, reduce_scatter, broadcast, reduce, gather, scatter, alltoall or"
            + " sendrecv; or a pattern: incast (many send to rank 0), permutation (each sends to"
            + " another), plain-alltoall (each sends to all others at once).",
        "Example: all_reduce"
      })
  private String operation = "";

  @Mixin private SimulatePlace place = new SimulatePlace();
  @Mixin private SimulateLoad load = new SimulateLoad();
  @Mixin private SimulateNetwork network = new SimulateNetwork();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = {
        "Of hashes, marks, losses and the permutation; 1 by default. Same seed, same answer.",
        "Example: --seed 7"
      })
  private long seed = 1;

  @Option(
      names = "--exact",
      description = {
        "Play every rank. Without it, ranks that are alike stand for each other in long runs of"
            + " messages and flows; the answer says so under what it assumed.",
        "Example: --exact"
      })
  private boolean exact;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = {
        "Threads that play the packets of one run, at most; by default all cores from 1,024 GPUs"
            + " on. The answer is the same for any number.",
        "Example: --threads 1"
      })
  private @Nullable Integer threads;

  @Option(
      names = "--reproducible",
      description = {
        "Leave out the processor time of the run, so that equal calls give equal bytes.",
        "Example: --reproducible"
      })
  private boolean reproducible;

  @Option(
      names = "--scenario",
      paramLabel = "FILE",
      description = {
        "Instead of all other options a file with one or several jobs that share a fabric; 'busbar"
            + " init simulate' writes one.",
        "Example: --scenario scenario.yaml"
      })
  private @Nullable String scenario;

  @Option(
      names = "--emit-artefacts",
      paramLabel = "DIR",
      description = {
        "Also write into this folder what operators would gather after the run: the table of"
            + " nccl-tests, counters of hosts and switches (ethtool -S, SONiC; perfquery,"
            + " iblinkinfo), NCCL's log; 'busbar diagnose DIR' reads them. One run only.",
        "Example: --emit-artefacts seen"
      })
  private @Nullable String artefacts;

  @Mixin private FormatOption format = new FormatOption();

  private static final Set<String> BESIDE_SCENARIO =
      Set.of("--scenario", "--format", "--out", "--debug", "--reproducible");

  private final Terminal terminal;
  private @Nullable CommandSpec spec;
  private @Nullable Playback playback;

  public SimulateCommand(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  @Spec
  void addStep(CommandSpec own) {
    spec = own;
    own.addSubcommand("step", new CommandLine(new SimulateStepCommand(terminal)));
  }

  @Override
  protected Answer answer() {
    if (scenario != null) {
      return scenario(InFile.of(scenario, "--scenario"));
    }
    Question.Load sent = load.load(place.ranks());
    if (operation.isEmpty() && sent.script() == null) {
      String expected = "an operation, or --matrix, --goal, --chakra, --workload or --scenario";
      throw Refusal.of("OPERATION", "", expected, "e.g. busbar simulate incast --senders 32");
    }
    Question question =
        new Question(operation, place.place(), sent, network.network(), seed, exact, threads());
    Integer elsewhere = again(question, sent);
    if (elsewhere != null) {
      return Answer.nothing(elsewhere);
    }
    try (Watching watching = new Watching(terminal)) {
      LongSupplier cpu = processorTime();
      String folder = artefacts;
      Report report =
          folder == null
              ? SimulationReport.of(question, cpu, watching, format.pictures())
              : SimulationReport.observed(
                  question, cpu, watching, format.pictures(), seen -> emit(folder, seen));
      playback = watching.playback();
      return format.answer(report, watching.exitCode(report));
    }
  }

  /**
   * The exit code of a second JVM that ran a long call; null when this one is to run it. Files of
   * traffic are read once: they may be pipes.
   */
  private @Nullable Integer again(Question question, Question.Load sent) {
    SecondJvm second = new SecondJvm(terminal);
    Question.Place where = question.place();
    if (sent.script() != null || where.topology() != null || !second.helps()) {
      return null;
    }
    String cluster = where.cluster();
    boolean pipe =
        cluster != null && Files.exists(Path.of(cluster)) && !Files.isRegularFile(Path.of(cluster));
    return pipe || !SimulationReport.isLong(question) ? null : second.run(parsed().originalArgs());
  }

  private static void emit(String folder, Observed seen) {
    Path base = InFile.of(folder, "--emit-artefacts");
    Artefacts.of(seen)
        .forEach((name, text) -> {
          Path file = base.resolve(name);
          try {
            Path parent = file.getParent();
            Files.createDirectories(parent == null ? base : parent);
          } catch (IOException e) {
            throw Refusal.of(
                "--emit-artefacts", folder, "a folder that can be written", "" + e.getMessage());
          }
          OutFile.write("--emit-artefacts", file.toString(), text);
        });
  }

  /** What links did in the last answer; null before there is one, or when no page looks on. */
  public @Nullable Playback playback() {
    return playback;
  }

  private int threads() {
    if (threads != null && threads < 1) {
      throw Refusal.of("--threads", threads.toString(), "at least 1", "");
    }
    return threads == null ? 0 : threads;
  }

  private LongSupplier processorTime() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return reproducible ? () -> -1 : threads::getCurrentThreadCpuTime;
  }

  private Answer scenario(Path file) {
    refuseOthers();
    JobsQuestion question = ScenarioFile.read(file);
    try (Watching watching = new Watching(terminal)) {
      Report report = SimulationReport.of(question, processorTime(), watching, format.pictures());
      playback = watching.playback();
      return format.answer(report, watching.exitCode(report));
    }
  }

  /** Everything that the file says is wrong on the command line. */
  private void refuseOthers() {
    Problems problems = new Problems();
    if (!operation.isEmpty()) {
      problems.add(Position.of("OPERATION"), "", operation, "no operation beside --scenario", "");
    }
    for (OptionSpec option : parsed().matchedOptions()) {
      if (!BESIDE_SCENARIO.contains(option.longestName())) {
        String hint = "the file says it";
        Position at = Position.of(option.longestName());
        problems.add(at, "", "", "no such option beside --scenario", hint);
      }
    }
    problems.throwIfAny();
  }

  private ParseResult parsed() {
    CommandSpec own = spec;
    if (own == null) {
      throw new IllegalStateException("the command was not parsed");
    }
    return own.commandLine().getParseResult();
  }
}
