package io.busbar.app.command.nccl;

import io.busbar.app.algo.Algo;
import io.busbar.app.algo.AlgoReport;
import io.busbar.app.algo.Executed;
import io.busbar.app.algo.PlanReport;
import io.busbar.app.algo.PlayAnswer;
import io.busbar.app.algo.PlayReport;
import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.ExitCodes;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.imported.MscclAlgorithms;
import io.busbar.app.imported.MscclppPlans;
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
import io.busbar.collective.blocks.BlockAlgorithm;
import io.busbar.collective.blocks.BlockFault;
import io.busbar.collective.blocks.BlockFaults;
import io.busbar.collective.blocks.BlockSchedule;
import io.busbar.collective.blocks.BlocksOfSchedule;
import io.busbar.collective.onesided.OneSidedProof;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.model.cluster.Cluster;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.simulate.scenario.run.PlayedSchedule;
import io.busbar.simulate.scenario.setting.Fidelity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar algo}: an algorithm of a file or one of ours, shown, proved, played, written. */
@Command(
    name = "algo",
    description =
        "Show, prove, play or export an algorithm of a collective: one of MSCCL's XML files, a plan"
            + " of MSCCL++, or one of Busbar's by name.",
    footer = {
      "  busbar algo show allreduce.xml --rank 3",
      "  busbar algo prove allreduce.xml --format html --out proof.html",
      "  busbar algo play allreduce.xml --size 1MiB --fidelity message,flow,packet --execute",
      "  busbar algo prove halving-doubling --op all_reduce --ranks 8",
      "  busbar algo export ring --op all_gather --ranks 16 --nodes 2 --out ring.xml",
      "  busbar algo export allreduce.xml --emit mscclpp --out allreduce.json"
    })
public final class AlgoCommand extends BusbarCommand {
  private static final List<String> ACTIONS = List.of("show", "prove", "play", "export");
  private static final int MOST_RANKS = 1024;
  private static final int MOST_EXECUTED = 64;
  private static final long MOST_EXECUTED_BYTES = 256L << 20;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ACTION",
      description = {
        "show: what it is and the steps of a rank. prove: whether it is right, and who holds what"
            + " after each round. play: how long it takes in the engines, beside others. export:"
            + " write it as MSCCL XML or as a plan of MSCCL++.",
        "Example: prove"
      })
  private String action = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      description = {
        "An XML file of MSCCL, a JSON plan of MSCCL++ (show, prove), or the name of an algorithm:"
            + " ring, tree, halving-doubling ...",
        "Example: allreduce.xml"
      })
  private String file = "";

  @Option(
      names = "--op",
      paramLabel = "NAME",
      description = {
        "Operation of an algorithm by name, all_reduce by default.",
        "Example: --op all_gather"
      })
  private @Nullable String op;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = {"Ranks of an algorithm by name, 8 by default.", "Example: --ranks 16"})
  private @Nullable Integer ranks;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = {
        "Equal nodes that its ranks are on, 1 by default; beside a file only for --emit mscclpp.",
        "Example: --nodes 2"
      })
  private @Nullable Integer nodes;

  @Option(
      names = "--channels",
      paramLabel = "N",
      description = {"Channels of an algorithm by name, 1 by default.", "Example: --channels 4"})
  private @Nullable Integer channels;

  @Option(
      names = "--rank",
      paramLabel = "R",
      description = {"Whose steps show prints, 0 by default.", "Example: --rank 3"})
  private int rank;

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

  @Option(
      names = "--proto",
      paramLabel = "NAME",
      description = {
        "Protocol in an exported file: Simple (the default), LL or LL128.",
        "Example: --proto LL"
      })
  private String protocol = "Simple";

  @Option(
      names = "--emit",
      paramLabel = "NAME",
      description = {
        "What export writes: msccl (XML, the default) or mscclpp (a JSON execution plan).",
        "Example: --emit mscclpp"
      })
  private String emit = "msccl";

  @Mixin private FormatOption format = new FormatOption();

  private final Terminal terminal;

  public AlgoCommand(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  @Override
  protected Answer answer() {
    if (!ACTIONS.contains(action)) {
      String hint = Nearest.hint(action, ACTIONS);
      throw Refusal.of("ACTION", action, "one of " + String.join(", ", ACTIONS), hint);
    }
    if (file.isEmpty()) {
      String hint = "e.g. busbar algo " + action + " ring --ranks 8";
      throw Refusal.of("FILE", "", "an XML file of MSCCL or the name of an algorithm", hint);
    }
    if (named(file) == null && MscclppPlans.isPlan(InFile.of(file, "FILE"))) {
      return ofPlan();
    }
    Algo algo = algo();
    return switch (action) {
      case "show" -> format.answer(AlgoReport.show(algo, shownRank(algo.schedule().ranks())));
      case "prove" -> prove(algo);
      case "play" -> play(algo);
      default -> export(algo);
    };
  }

  private Answer ofPlan() {
    Path path = InFile.of(file, "FILE");
    MscclppPlans.Imported read = MscclppPlans.read(path);
    String name = String.valueOf(path.getFileName());
    if (action.equals("show")) {
      return format.answer(PlanReport.show(name, read, shownRank(read.plan().ranks().size())));
    }
    if (!action.equals("prove")) {
      String hint = "the XML of MSCCL is played and written";
      throw Refusal.of("FILE", file, "show or prove beside a plan of MSCCL++", hint);
    }
    OneSidedProof proof = OneSidedProof.of(read.plan());
    int exit = proof.proved() ? ExitCodes.DONE : ExitCodes.FOUND;
    return format.answer(PlanReport.prove(name, read, proof), exit);
  }

  private int shownRank(int ranks) {
    int last = ranks - 1;
    if (rank < 0 || rank > last) {
      throw Refusal.of("--rank", "" + rank, "a rank from 0 to " + last, "");
    }
    return rank;
  }

  private Answer prove(Algo algo) {
    Algo.Proof proof = algo.prove();
    int exit = proof.proved() ? ExitCodes.DONE : ExitCodes.FOUND;
    return format.answer(AlgoReport.prove(algo, proof), exit);
  }

  /** Only what is right is played or written. */
  private void mustBeRight(Algo algo) {
    Algo.Proof proof = algo.prove();
    if (!proof.proved()) {
      refuse(proof.faults(), "a right algorithm; 'busbar algo prove' shows what it does");
    }
  }

  private void refuse(List<BlockFault> faults, String hint) {
    Problems problems = new Problems();
    for (BlockFault fault : faults) {
      Position at = new Position(file, fault.line(), 0);
      problems.add(at, fault.where(), "", "a step that fits; this one " + fault.text(), hint);
    }
    problems.throwIfAny();
  }

  private Answer export(Algo algo) {
    mustBeRight(algo);
    return Answer.of(new AlgoExport(file, emit, protocol, nodes).text(algo));
  }

  private Algo algo() {
    Algorithm named = named(file);
    if (named != null) {
      return ours(named);
    }
    boolean planned = action.equals("export") && emit.equals("mscclpp");
    String spread = planned ? null : text(nodes);
    for (String option : new String[] {op, text(ranks), spread, text(channels)}) {
      if (option != null) {
        String expected = "no --op, --ranks, --nodes or --channels beside a file, which says them";
        throw Refusal.of("FILE", file, expected, Nearest.hint(file, names()));
      }
    }
    Path path = InFile.of(file, "FILE");
    MscclAlgorithms.Imported read = MscclAlgorithms.read(path);
    List<String> notes = new ArrayList<>();
    read.warnings().forEach(warning -> notes.add(warning.toString()));
    try {
      BlockSchedule made = BlockSchedule.of(read.algorithm());
      if (made.keepAside() > 0) {
        notes.add(
            made.keepAside()
                + " ranks read their input after the result is written over it here, so they copy"
                + " it first; with buffers apart MSCCL needs no copy");
      }
      String name = String.valueOf(path.getFileName());
      return new Algo(name, made, read.algorithm(), read.file(), notes);
    } catch (BlockFaults e) {
      refuse(e.faults(), "");
      throw e;
    }
  }

  private static @Nullable String text(@Nullable Integer number) {
    return number == null ? null : number.toString();
  }

  private static List<String> names() {
    return Arrays.stream(Algorithm.values()).map(Algorithm::id).toList();
  }

  private static @Nullable Algorithm named(String name) {
    return Arrays.stream(Algorithm.values())
        .filter(algorithm -> algorithm.id().equals(name))
        .findFirst()
        .orElse(null);
  }

  private Algo ours(Algorithm algorithm) {
    CollectiveOp operation = operation();
    int n = within("--ranks", ranks == null ? 8 : ranks, 2, MOST_RANKS);
    int k = within("--nodes", nodes == null ? 1 : nodes, 1, n);
    if (n % k != 0) {
      throw Refusal.of("--nodes", "" + k, "a divisor of the " + n + " ranks", "");
    }
    Locality locality = Locality.uniform(k, n / k);
    String refusal = Schedules.refusal(algorithm, operation, locality);
    if (refusal != null) {
      throw Refusal.of("FILE", file, "an algorithm for this operation and machine", refusal);
    }
    int lanes = within("--channels", channels == null ? 1 : channels, 1, 64);
    Schedule schedule =
        Schedules.of(ScheduleRequest.of(operation, algorithm, locality).withChannels(lanes));
    BlockAlgorithm blocks =
        BlocksOfSchedule.refusal(schedule) == null
            ? BlocksOfSchedule.of(algorithm.id() + "_" + operation.ncclTestsName(), schedule)
            : null;
    return new Algo(algorithm.id(), schedule, blocks, null, List.of());
  }

  private static int within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw Refusal.of(option, "" + value, least + " to " + most, "");
    }
    return value;
  }

  private CollectiveOp operation() {
    String name = op == null ? "all_reduce" : op;
    List<String> known =
        Arrays.stream(CollectiveOp.values()).map(CollectiveOp::ncclTestsName).toList();
    if (!known.contains(name)) {
      String hint = Nearest.hint(name, known);
      throw Refusal.of("--op", name, "one of " + String.join(", ", known), hint);
    }
    return CollectiveOp.values()[known.indexOf(name)];
  }

  private Answer play(Algo algo) {
    mustBeRight(algo);
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
        read.add((long) DataSize.parse(size).bytes());
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
      Algorithm other = named(name);
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
