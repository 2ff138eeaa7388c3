package io.busbar.app.command.nccl;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.FormatOption;
import io.busbar.app.option.Named;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.measurements.Experiment;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.ClusterFile;
import io.busbar.nccl.calibrate.ClusterFit;
import io.busbar.nccl.calibrate.ClusterFitReport;
import io.busbar.nccl.validate.MeasuredFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar calibrate}: the user's own nccl-tests tables make predictions fit the cluster. */
@Command(
    name = "calibrate",
    description = {
      "Fit what collectives achieve on a cluster (rates, latencies) to nccl-tests tables of it,"
          + " with the errors before and after; what the tables do not determine stays as it is.",
      "With --out the cluster file goes to FILE, for --cluster of every command, and the report to"
          + " standard output; without, the report ends with the section to paste."
    },
    footer = {
      "  busbar calibrate all_reduce-1n.txt all_reduce-4n.txt --cluster dgx-h100:4",
      "  busbar calibrate *.txt --cluster cluster.yaml --out calibrated.yaml",
      "  busbar collective all_reduce --cluster calibrated.yaml"
    })
public final class CalibrateCommand extends BusbarCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = {
        "Outputs of nccl-tests (text or JSON), of one or several numbers of ranks.",
        "Example: all_reduce.txt"
      })
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--cluster",
      required = true,
      paramLabel = "CLUSTER",
      description = {
        "What they were measured on: a name of the catalogue with a count of nodes, or a cluster"
            + " file; at least as large as the largest table.",
        "Example: --cluster dgx-h100:4"
      })
  private String cluster = "";

  @Mixin private FormatOption format = new FormatOption();

  public CalibrateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    Cluster where = Named.cluster(cluster);
    Problems problems = new Problems();
    List<Path> paths = files.stream().map(f -> InFile.of(f, "FILE")).toList();
    paths.forEach(path -> refuseFolder(path, problems));
    problems.throwIfAny();
    MeasuredFiles read = MeasuredFiles.read(paths, where);
    read.experiments().forEach(e -> refuseLarger(e, where, problems));
    problems.throwIfAny();
    ClusterFit.Result result =
        ClusterFit.run(where, read.systems(), read.experiments(), read.warnings());
    List<String> comments = ClusterFitReport.comments(result.answer(), LocalDate.now());
    String section = ClusterFile.section(result.constants(), comments);
    String file = writes() ? ClusterFile.with(cluster, where, section) : "";
    return format
        .answer(ClusterFitReport.of(result.answer(), writes() ? "" : section))
        .withFile(file);
  }

  private static void refuseFolder(Path path, Problems problems) {
    String name = path.toString();
    if (Files.isDirectory(path) || name.endsWith(".yaml") || name.endsWith(".yml")) {
      String expected = "an output of nccl-tests";
      problems.add(Position.of(name), "", "", expected, "folders are for 'busbar validate'");
    }
  }

  private static void refuseLarger(Experiment e, Cluster where, Problems problems) {
    if (e.job().ranks() > where.gpus()) {
      problems.add(
          e.at(),
          "",
          e.job().ranks() + " ranks",
          "at most the " + where.gpus() + " GPUs of " + where.name(),
          "let --cluster name all that the largest table ran on");
    }
  }
}
