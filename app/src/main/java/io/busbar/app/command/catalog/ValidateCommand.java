package io.busbar.app.command.catalog;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.Named;
import io.busbar.app.option.ReportOptions;
import io.busbar.app.step.Times;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.report.Report;
import io.busbar.diagnose.expect.NcclExpectation;
import io.busbar.diagnose.validate.DiagnosisScores;
import io.busbar.diagnose.validate.DiagnosisValidation;
import io.busbar.formats.csv.CsvTable;
import io.busbar.formats.measurements.Experiment;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.validate.CollectiveReport;
import io.busbar.nccl.validate.CollectiveValidation;
import io.busbar.nccl.validate.MeasuredFiles;
import io.busbar.plan.validate.TrainingValidation;
import io.busbar.plan.validate.ValidationReport;
import io.busbar.simulate.validate.SimulationScores;
import io.busbar.simulate.validate.SimulationValidation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar validate}: how right the models are, on published runs or the user's own. */
@Command(
    name = "validate",
    description =
        "Score the models on measured runs: training steps (errors by source, ranking, memory"
            + " verdicts), collectives (errors by system and range of sizes), the diagnosis on"
            + " cases with known causes, or the simulation on scenarios with known answers.",
    footer = {
      "  busbar validate training runs.csv",
      "  busbar validate training runs.csv --format json",
      "  busbar validate collectives measurements/",
      "  busbar validate diagnosis cases/",
      "  busbar validate simulation",
      "  busbar validate collectives all_reduce.txt --cluster dgx-h100:4"
    })
public final class ValidateCommand extends BusbarCommand {
  private static final List<String> KINDS =
      List.of("training", "collectives", "diagnosis", "simulation");

  @Parameters(
      index = "0",
      paramLabel = "KIND",
      description = {
        "What is scored: training, collectives, diagnosis or simulation.",
        "Example: training"
      })
  private String kind = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "FILE",
      description = {
        "training: a CSV of runs, one line each; docs/accuracy.md lists the columns. collectives:"
            + " folders with index.yaml, or outputs of nccl-tests (text or JSON) and OSU benchmarks"
            + " with --cluster. diagnosis: a directory of cases, each a folder of artefacts with a"
            + " case.yaml. simulation: none, its table is built in.",
        "Example: runs.csv"
      })
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--cluster",
      paramLabel = "CLUSTER",
      description = {
        "collectives: what outputs of benchmarks were measured on, as a name with a count or a"
            + " cluster file.",
        "Example: --cluster dgx-h100:4"
      })
  private @Nullable String cluster;

  @Option(
      names = "--show",
      paramLabel = "ID",
      description = {
        "collectives: the experiment to draw; without it the worst one.",
        "Example: --show h100box-4g-allgather"
      })
  private @Nullable String show;

  @Option(
      names = "--all",
      description = {
        "simulation: the slow rows too, which take minutes.",
        "Example: busbar validate simulation --all"
      })
  private boolean all;

  @Option(
      names = "--only",
      paramLabel = "WORD",
      description = {
        "simulation: a topic, or the beginning of a row's id.",
        "Example: --only dcqcn"
      })
  private @Nullable String only;

  @Mixin private ReportOptions options = new ReportOptions();

  public ValidateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    return switch (kind) {
      case "training" -> options.answer(training());
      case "collectives" -> options.answer(collectives());
      case "diagnosis" -> options.answer(diagnosis());
      case "simulation" -> options.answer(simulation());
      default -> {
        String expected = "one of " + String.join(", ", KINDS);
        throw Refusal.of("KIND", kind, expected, Nearest.hint(kind, KINDS));
      }
    };
  }

  private Report training() {
    String file = alone("a single table of runs");
    CsvTable table = CsvTable.read(InFile.of(file, "FILE"));
    if (!table.columns().contains("layers") || !table.columns().contains("gpus")) {
      throw new InputException(
          new Problem(
              new Position(file, 1, 0),
              "",
              String.join(",", table.columns()),
              "a header with layers, hidden, heads, gpu, gpus, tp, pp, global_batch, seq_len",
              "docs/accuracy.md lists the columns"));
    }
    return ValidationReport.of(TrainingValidation.run(table, new Times()));
  }

  private Report collectives() {
    some();
    List<Path> paths = files.stream().map(f -> InFile.of(f, "FILE")).toList();
    Cluster where = cluster == null ? null : Named.cluster(cluster);
    MeasuredFiles read = MeasuredFiles.read(paths, where);
    List<String> ids = read.experiments().stream().map(Experiment::id).toList();
    if (show != null && !ids.contains(show)) {
      throw Refusal.of("--show", show, "the id of an experiment", Nearest.hint(show, ids));
    }
    return CollectiveReport.of(
        CollectiveValidation.run(read.experiments(), read.systems().predict(), read.warnings()),
        show);
  }

  private Report diagnosis() {
    String cases = alone("a single directory of cases");
    return DiagnosisScores.of(
        DiagnosisValidation.run(InFile.of(cases, "FILE"), NcclExpectation.inferred()));
  }

  private Report simulation() {
    if (!files.isEmpty()) {
      throw Refusal.of("FILE", files.getFirst(), "no file for simulation", "its table is built in");
    }
    withoutOptionsOfCollectives();
    String word = only == null ? "" : only;
    List<String> names = SimulationValidation.names();
    if (names.stream().noneMatch(name -> name.startsWith(word))) {
      String expected = "a topic or the beginning of a row's id";
      throw Refusal.of("--only", word, expected, Nearest.hint(word, names));
    }
    return SimulationScores.of(SimulationValidation.run(all, word));
  }

  /** Files of a kind that takes any number, and no option of simulation. */
  private void some() {
    if (files.isEmpty()) {
      throw Refusal.of("FILE", "", "a file or directory for " + kind, "");
    }
    if (all || only != null) {
      String option = all ? "--all" : "--only";
      throw Refusal.of(option, "", "no such option for " + kind, "it belongs to simulation");
    }
  }

  /** The file of a kind that takes one, and no option of others. */
  private String alone(String expected) {
    some();
    if (files.size() != 1) {
      throw Refusal.of("FILE", files.get(1), expected, "");
    }
    withoutOptionsOfCollectives();
    return files.getFirst();
  }

  private void withoutOptionsOfCollectives() {
    if (cluster != null || show != null) {
      String option = cluster != null ? "--cluster" : "--show";
      throw Refusal.of(option, "", "no such option for " + kind, "it belongs to collectives");
    }
  }
}
