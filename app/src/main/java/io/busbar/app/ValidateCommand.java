package io.busbar.app;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.formats.csv.CsvTable;
import io.busbar.plan.validate.TrainingValidation;
import io.busbar.plan.validate.ValidationReport;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code busbar validate}: how right the models are, on published runs or the user's own. */
@Command(
    name = "validate",
    description = "Score the models on measured runs: errors by source, ranking, memory verdicts.",
    footer = {
      "  busbar validate training runs.csv",
      "  busbar validate training runs.csv --format json"
    })
final class ValidateCommand extends BusbarCommand {
  private static final List<String> KINDS = List.of("training");

  @Parameters(
      index = "0",
      paramLabel = "KIND",
      description = {"What is scored: training.", "Example: training"})
  private String kind = "";

  @Parameters(
      index = "1",
      paramLabel = "CSV",
      description = {
        "Table of runs, one line each; docs/accuracy.md lists the columns.",
        "Example: runs.csv"
      })
  private String file = "";

  @Mixin private ReportOptions options = new ReportOptions();

  ValidateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    if (!KINDS.contains(kind)) {
      throw new InputException(
          new Problem(
              Position.of("KIND"),
              "",
              kind,
              "one of " + String.join(", ", KINDS),
              Nearest.hint(kind, KINDS)));
    }
    CsvTable table = CsvTable.read(InFile.of(file, "CSV"));
    if (!table.columns().contains("layers") || !table.columns().contains("gpus")) {
      throw new InputException(
          new Problem(
              new Position(file, 1, 0),
              "",
              String.join(",", table.columns()),
              "a header with layers, hidden, heads, gpu, gpus, tp, pp, global_batch, seq_len",
              "docs/accuracy.md lists the columns"));
    }
    return options.answer(ValidationReport.of(TrainingValidation.run(table)));
  }
}
