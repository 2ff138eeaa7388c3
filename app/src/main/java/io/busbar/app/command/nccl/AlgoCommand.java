package io.busbar.app.command.nccl;

import io.busbar.app.algo.Algo;
import io.busbar.app.algo.AlgoReport;
import io.busbar.app.algo.OneSidedReport;
import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.ExitCodes;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.imported.MscclppPlans;
import io.busbar.app.option.FormatOption;
import io.busbar.base.problem.Nearest;
import io.busbar.collective.onesided.OneSidedProof;
import java.nio.file.Path;
import java.util.List;
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
      names = "--rank",
      paramLabel = "R",
      description = {"Whose steps show prints, 0 by default.", "Example: --rank 3"})
  private int rank;

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

  @Mixin private AlgoSource source = new AlgoSource();
  @Mixin private AlgoPlay play = new AlgoPlay();
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
    if (AlgoSource.named(file) == null && MscclppPlans.isPlan(InFile.of(file, "FILE"))) {
      return ofPlan();
    }
    boolean spread = action.equals("export") && emit.equals("mscclpp");
    Algo algo = source.algo(file, spread);
    return switch (action) {
      case "show" -> format.answer(AlgoReport.show(algo, shownRank(algo.schedule().ranks())));
      case "prove" -> prove(algo);
      case "play" -> {
        mustBeRight(algo);
        yield play.answer(algo, terminal, format);
      }
      default -> export(algo);
    };
  }

  private Answer ofPlan() {
    Path path = InFile.of(file, "FILE");
    MscclppPlans.Imported read = MscclppPlans.read(path);
    String name = String.valueOf(path.getFileName());
    if (action.equals("show")) {
      return format.answer(OneSidedReport.show(name, read, shownRank(read.plan().ranks().size())));
    }
    if (!action.equals("prove")) {
      String hint = "the XML of MSCCL is played and written";
      throw Refusal.of("FILE", file, "show or prove beside a plan of MSCCL++", hint);
    }
    OneSidedProof proof = OneSidedProof.of(read.plan());
    int exit = proof.proved() ? ExitCodes.DONE : ExitCodes.FOUND;
    return format.answer(OneSidedReport.prove(name, read, proof), exit);
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
      AlgoSource.refuse(
          file, proof.faults(), "a right algorithm; 'busbar algo prove' shows what it does");
    }
  }

  private Answer export(Algo algo) {
    mustBeRight(algo);
    return Answer.of(new AlgoExport(file, emit, protocol, source.nodes()).text(algo));
  }
}
