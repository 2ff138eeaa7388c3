package io.busbar.app;

import io.busbar.base.report.Report;
import io.busbar.simulate.scenario.Question;
import io.busbar.simulate.scenario.SimulationReport;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code busbar simulate}: a collective or a pattern of traffic played on a modelled fabric. */
@Command(
    name = "simulate",
    description =
        "Play a collective or a pattern of traffic on a fabric: completion against the bound, link"
            + " load, queues, pauses, marks, drops. Lists of values give a comparison.",
    footer = {
      "  busbar simulate incast --senders 8 --fabric fat-tree:4 --fidelity packet",
      "  busbar simulate all_reduce --fabric fat-tree:8 --ranks 64 --size 64MB"
          + " --fidelity message,flow,packet",
      "  busbar simulate all_reduce --cluster dgx-h100:4 --size 1GiB --algo ring,tree",
      "  busbar simulate step --plan plan.yaml --overlap on,off",
      "  busbar simulate --matrix perm_128.cm --topo fat_tree_128.topo --fidelity packet"
    })
final class SimulateCommand extends BusbarCommand {
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

  @Mixin private FormatOption format = new FormatOption();

  private final Terminal terminal;

  SimulateCommand(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  @Spec
  void addStep(CommandSpec spec) {
    spec.addSubcommand("step", new CommandLine(new SimulateStepCommand(terminal)));
  }

  @Override
  protected Answer answer() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Question question =
        new Question(operation, place.place(), load.load(), network.network(), seed);
    try (Watching watching = new Watching(terminal)) {
      Report report =
          SimulationReport.of(
              question, threads::getCurrentThreadCpuTime, watching, format.pictures());
      return format.answer(report, watching.exitCode());
    }
  }
}
