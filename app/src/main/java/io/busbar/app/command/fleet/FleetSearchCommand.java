package io.busbar.app.command.fleet;

import io.busbar.app.call.Terminal;
import io.busbar.app.command.plan.SearchCommand;
import io.busbar.app.fleet.Site;
import io.busbar.app.option.SiteOptions;
import io.busbar.app.progress.SearchProgress;
import io.busbar.formats.tree.Tree;
import io.busbar.plan.space.SearchFile;
import io.busbar.plan.space.SpaceSearch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code busbar fleet search}: {@code busbar search}, spread over a cluster. */
@Command(
    name = "search",
    description =
        "Search as 'busbar search' does, with the same options and the same front, on all cores of"
            + " this machine or of a cluster.",
    footer = {
      "  busbar fleet search search.yaml --work parts/ --csv front.csv",
      "  busbar fleet search search.yaml --master spark://head:7077",
      "  busbar fleet search --model llama3-70b --cluster dgx-h100:16..2048 --tokens 15T"
    })
public final class FleetSearchCommand extends SearchCommand {
  @Mixin private SiteOptions site = new SiteOptions();

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description = {
        "Keep what finished parts found there: the same call goes on where a killed one ended.",
        "Example: --work parts/"
      })
  private String work = "";

  FleetSearchCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected SpaceSearch.Found look(
      SearchFile search, Tree asked, int parallel, SearchProgress progress) {
    Site where = site.at(parallel);
    return site.engine().search(where, search, asked, work, progress);
  }
}
