package io.busbar.app;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.CodeList;
import io.busbar.diagnose.Diagnoser;
import io.busbar.diagnose.Diagnosis;
import io.busbar.diagnose.DiagnosisReport;
import io.busbar.diagnose.LineRates;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar diagnose}: from logs, tables and counters to the cause. */
@Command(
    name = "diagnose",
    description =
        "Name the cause of a slow or broken job from the files you have: NCCL logs, nccl-tests"
            + " tables, ibstat, counters, dmesg, traces and the like, in any mix, also in archives."
            + " Shows the lines that prove it, how to verify it and what to do.",
    footer = {
      "  busbar diagnose logs/",
      "  busbar diagnose nccl.log ibstat.txt --format html --out ticket.html",
      "  busbar diagnose bundle.tar.gz --fail-on critical",
      "  busbar diagnose --describe ib-port-down"
    })
final class DiagnoseCommand extends BusbarCommand {
  @Parameters(
      arity = "0..*",
      paramLabel = "PATH",
      description = {
        "Files, directories, archives (.gz, .zst, .zip, .tar), or /dev/stdin.",
        "Example: logs/"
      })
  private List<String> paths = List.of();

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      converter = SeverityConverter.class,
      description = {
        "Exit with code 1 when there is a finding of this severity or a graver one: critical,"
            + " warning or info.",
        "Example: --fail-on critical"
      })
  private @Nullable Severity failOn;

  @Option(
      names = "--describe",
      paramLabel = "CODE",
      description = {"Say what a finding means instead.", "Example: --describe gdr-disabled"})
  private @Nullable String describe;

  @Option(
      names = "--list",
      description = {"List the findings there can be instead.", "Example: --list"})
  private boolean list;

  @Mixin private ReportOptions options = new ReportOptions();

  DiagnoseCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    if (list) {
      return options.answer(CodeList.list());
    }
    if (describe != null) {
      return options.answer(CodeList.describe(describe));
    }
    if (paths.isEmpty()) {
      throw Refusal.of(
          "PATH",
          "",
          "files or directories to look at",
          "e.g. busbar diagnose logs/; '/dev/stdin' is standard input");
    }
    List<Path> files = new ArrayList<>();
    paths.forEach(path -> files.add(InFile.of(path, "PATH")));
    Diagnosis diagnosis = new Diagnoser(new LineRates()).diagnose(files);
    return options.answer(
        DiagnosisReport.of(diagnosis),
        ExitCodes.of(diagnosis.findings().stream().map(Diagnosis.Cause::severity), failOn));
  }
}
