package io.busbar.app.command.nccl;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.FormatOption;
import io.busbar.app.option.Named;
import io.busbar.app.step.Times;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.csv.CsvTable;
import io.busbar.formats.measurements.Experiment;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.ClusterFile;
import io.busbar.nccl.calibrate.ClusterFit;
import io.busbar.nccl.calibrate.ClusterFitReport;
import io.busbar.nccl.validate.MeasuredFiles;
import io.busbar.plan.calibrate.MachineFit;
import io.busbar.plan.calibrate.MachineFitReport;
import io.busbar.plan.calibrate.MeasuredOperator;
import io.busbar.plan.calibrate.MeasuredOperators;
import io.busbar.plan.validate.MeasuredStep;
import io.busbar.plan.validate.MeasuredSteps;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code busbar calibrate}: the user's own nccl-tests tables, or steps and kernels, make
 * predictions fit the cluster.
 */
@Command(
    name = "calibrate",
    description = {
      "Fit what collectives achieve on a cluster (rates, latencies) to nccl-tests tables of it,"
          + " with the errors before and after; what the tables do not determine stays as it is.",
      "With --steps or --operators fit instead what training steps achieve on it, to a handful of"
          + " measured steps or kernels; refuse where that predicts the other steps no better.",
      "With --out the cluster file goes to FILE, for --cluster of every command, and the report to"
          + " standard output; without, the report ends with the section to paste."
    },
    footer = {
      "  busbar calibrate all_reduce-1n.txt all_reduce-4n.txt --cluster dgx-h100:4",
      "  busbar calibrate *.txt --cluster cluster.yaml --out calibrated.yaml",
      "  busbar collective all_reduce --cluster calibrated.yaml",
      "  busbar calibrate --steps my-steps.csv --cluster dgx-b200:1 --out calibrated.yaml",
      "  busbar calibrate --steps my-steps.csv --operators ops.csv --cluster calibrated.yaml"
    })
public final class CalibrateCommand extends BusbarCommand {
  @Parameters(
      arity = "0..*",
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

  @Option(
      names = "--steps",
      paramLabel = "FILE",
      description = {
        "A CSV of measured training steps of this machine, one a line, at best four or more that"
            + " differ: model, layers (of a cut-down model), tp, pp, ep, global_batch, seq_len,"
            + " step_time_s, mem_gb and the other columns of docs/accuracy.md.",
        "Example: --steps my-steps.csv"
      })
  private @Nullable String steps;

  @Option(
      names = "--operators",
      paramLabel = "FILE",
      description = {
        "A CSV of measured kernels: op (matmul, grouped, attention, attention-backward, memory),"
            + " its shape (m, n, k, count; sequences, tokens, heads, key_dim, value_dim; bytes)"
            + " and time_us of a call.",
        "Example: --operators ops.csv"
      })
  private @Nullable String operators;

  @Mixin private FormatOption format = new FormatOption();

  public CalibrateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    Cluster where = Named.cluster(cluster);
    if (steps != null || operators != null) {
      return machine(where);
    }
    if (files.isEmpty()) {
      throw Refusal.of("FILE", "", "outputs of nccl-tests, --steps or --operators", "");
    }
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

  private Answer machine(Cluster where) {
    if (!files.isEmpty()) {
      String hint = "calibrate collectives first, then steps with --cluster and that --out";
      throw Refusal.of("FILE", files.getFirst(), "no table beside --steps or --operators", hint);
    }
    List<MeasuredStep> measured =
        steps == null
            ? List.of()
            : MeasuredSteps.read(CsvTable.read(InFile.of(steps, "--steps")), where);
    List<MeasuredOperator> kernels =
        operators == null
            ? List.of()
            : MeasuredOperators.read(CsvTable.read(InFile.of(operators, "--operators")));
    MachineFit.Result result = MachineFit.run(where, measured, kernels, new Times());
    List<String> comments = MachineFitReport.comments(result.answer(), LocalDate.now());
    String section = ClusterFile.section(result.constants(), comments);
    String file = writes() ? ClusterFile.with(cluster, where, section) : "";
    return format
        .answer(MachineFitReport.of(result.answer(), writes() ? "" : section))
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
