package io.busbar.app.command.fleet;

import io.busbar.app.call.Answer;
import io.busbar.app.call.OutFile;
import io.busbar.app.call.PlainCommand;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.command.diagnose.Expectations;
import io.busbar.app.fleet.DiagnoseAsk;
import io.busbar.app.fleet.FleetEngine;
import io.busbar.app.fleet.Site;
import io.busbar.app.option.FormatOption;
import io.busbar.app.option.SiteOptions;
import io.busbar.app.option.ThreadsOption;
import io.busbar.app.progress.FleetProgress;
import io.busbar.app.render.html.HtmlRenderer;
import io.busbar.base.problem.Nearest;
import io.busbar.base.report.Report;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar fleet diagnose}: which of many hosts and links go bad, over many jobs and days. */
@Command(
    name = "diagnose",
    description =
        "Diagnose the files of many jobs, hosts and days, and say which hosts and links are worst"
            + " over time, what they have in common, what got worse after a change, and what was"
            + " seen first when. The next call reads only files that are new or changed; a killed"
            + " one goes on where it was.",
    footer = {
      "  busbar fleet diagnose logs/ --out fleet/",
      "  busbar fleet diagnose logs/ --layout day/job --inventory hosts.csv --out fleet/",
      "  busbar fleet diagnose s3a://bucket/logs --out s3a://bucket/fleet --master spark://head:7077"
    })
public final class FleetDiagnoseCommand extends PlainCommand {
  private static final List<String> LEVELS = List.of("day", "job", "host", "*");

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = {
        "Folders of this machine, or URIs that Hadoop's clients read (hdfs:, s3a:).",
        "Example: logs/"
      })
  private List<String> paths = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = {
        "Folder of the results: findings.parquet, report.html, and what is known of files that were"
            + " read.",
        "Example: --out fleet/"
      })
  private String out = "";

  @Option(
      names = "--layout",
      paramLabel = "LEVELS",
      description = {
        "What the levels of folders below PATH are: day, job, host or *, with slashes; what lies"
            + " below the last is diagnosed together. By default every folder that holds files and"
            + " lies in none that does; a day is then recognized by its name (2026-11-30).",
        "Example: --layout day/job"
      })
  private @Nullable String layout;

  @Option(
      names = "--inventory",
      paramLabel = "FILE",
      description = {
        "Table (CSV) with a column host, perhaps a column port, and one for each thing that hosts or"
            + " ports share: leaf, optics, batch, rack ...",
        "Example: --inventory hosts.csv"
      })
  private @Nullable String inventory;

  @Option(
      names = "--cluster",
      paramLabel = "CLUSTER",
      description = {
        "Where all of it ran, as 'busbar diagnose' takes it; otherwise the files tell it.",
        "Example: --cluster dgx-h100:4"
      })
  private String cluster = "";

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Mixin private SiteOptions site = new SiteOptions();

  @Mixin private FormatOption format = new FormatOption();

  private final Terminal terminal;

  FleetDiagnoseCommand(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  @Override
  protected Answer answer() {
    List<String> levels = layout == null ? List.of() : Arrays.asList(layout.split("/"));
    for (String level : levels) {
      if (!LEVELS.contains(level)) {
        String hint = Nearest.hint(level, LEVELS);
        throw Refusal.of("--layout", level, "levels day, job, host or *", hint);
      }
    }
    Expectations.of(cluster); // refused here, not far away
    Site where = site.at(threads.count());
    FleetEngine engine = site.engine();
    DiagnoseAsk ask =
        new DiagnoseAsk(paths, out, levels, inventory == null ? "" : inventory, cluster);
    try (FleetProgress progress = new FleetProgress(terminal)) {
      Report report = engine.diagnose(where, ask, progress);
      if (!out.contains(":/")) {
        OutFile.write("--out", out + "/report.html", HtmlRenderer.render(report));
      }
      return format.answer(report, progress.exitCode());
    }
  }
}
