package io.busbar.app.command.fleet;

import io.busbar.app.call.Answer;
import io.busbar.app.call.InFile;
import io.busbar.app.call.PlainCommand;
import io.busbar.app.call.Terminal;
import io.busbar.app.fleet.FleetEngine;
import io.busbar.app.fleet.Site;
import io.busbar.app.fleet.SweepAsk;
import io.busbar.app.option.FormatOption;
import io.busbar.app.option.SiteOptions;
import io.busbar.app.option.ThreadsOption;
import io.busbar.app.progress.FleetProgress;
import io.busbar.app.sweep.SweepFile;
import io.busbar.formats.tree.TreeReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar fleet sweep}: many calls of a command, over everything that varies. */
@Command(
    name = "sweep",
    description =
        "Make a call for every combination of values in a file - faults, routings, sizes, seeds -"
            + " in parallel, and write a row of figures for each. A killed run goes on where it"
            + " was; seeds are part of the call, so that every row can be made again.",
    footer = {
      "  busbar fleet sweep sweep.yaml --out results/",
      "  busbar fleet sweep sweep.yaml --out results/ --master spark://head:7077"
    })
public final class FleetSweepCommand extends PlainCommand {
  @Parameters(
      paramLabel = "FILE",
      description = {
        "Sweep file: 'run', a call without 'busbar', and 'vary', options with lists of values.",
        "Example: sweep.yaml"
      })
  private String file = "";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = {
        "Folder of the results: results.csv, results.parquet, and finished calls.",
        "Example: --out results/"
      })
  private String out = "";

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Mixin private SiteOptions site = new SiteOptions();

  @Mixin private FormatOption format = new FormatOption();

  private final Terminal terminal;

  FleetSweepCommand(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  @Override
  protected Answer answer() {
    SweepAsk ask = SweepFile.of(TreeReader.read(InFile.of(file, "FILE")), out);
    Site where = site.at(threads.count());
    FleetEngine engine = site.engine();
    try (FleetProgress progress = new FleetProgress(terminal)) {
      return format.answer(engine.sweep(where, ask, progress), progress.exitCode());
    }
  }
}
