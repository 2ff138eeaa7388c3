package io.busbar.app.command.diagnose;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.FailOn;
import io.busbar.app.option.Named;
import io.busbar.app.option.ReportOptions;
import io.busbar.app.progress.ReadingProgress;
import io.busbar.app.step.PlannedSteps;
import io.busbar.base.file.UserFile;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import io.busbar.diagnose.CodeList;
import io.busbar.diagnose.Diagnoser;
import io.busbar.diagnose.Diagnosis;
import io.busbar.diagnose.DiagnosisReport;
import io.busbar.diagnose.EvidenceContext;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.collect.CollectScript;
import io.busbar.diagnose.expect.NcclExpectation;
import io.busbar.diagnose.redact.RedactionReport;
import io.busbar.diagnose.redact.Redactor;
import io.busbar.diagnose.runbook.Runbook;
import io.busbar.diagnose.runbook.RunbookReport;
import io.busbar.diagnose.since.NewestTime;
import io.busbar.diagnose.since.Since;
import io.busbar.formats.times.LogTime;
import java.nio.file.Files;
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
      "  busbar diagnose all_reduce.txt --cluster dgx-h100:4",
      "  busbar diagnose nccl.log ibstat.txt --format html --out ticket.html",
      "  busbar diagnose logs/ --baseline last-good/ --cluster dgx-h100:4",
      "  busbar diagnose bundle.tar.gz --fail-on critical",
      "  busbar diagnose --runbook --cluster dgx-h100:128 --plan plan.yaml",
      "  busbar diagnose logs/ --redact shared/",
      "  busbar diagnose --emit-collect > collect.sh",
      "  busbar diagnose --describe ib-port-down"
    })
public final class DiagnoseCommand extends BusbarCommand {
  @Parameters(
      arity = "0..*",
      paramLabel = "PATH",
      description = {
        "Files, directories, archives (.gz, .zst, .bz2, .xz, .zip, .tar), or /dev/stdin.",
        "Example: logs/"
      })
  private List<String> paths = List.of();

  @Option(
      names = "--cluster",
      paramLabel = "CLUSTER",
      description = {
        "Where it ran: a name of the catalogue with a count of nodes, or a cluster file. Measured"
            + " bandwidths are judged by what it achieves; otherwise by what the files tell of it.",
        "Example: --cluster dgx-h100:4"
      })
  private @Nullable String cluster;

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      converter = FailOn.Converter.class,
      description = {
        "Exit with code 1 when there is a finding of this severity or a graver one: critical (the"
            + " default), warning or info; with ',unread' also when an input could not be read.",
        "Example: --fail-on warning,unread"
      })
  private FailOn failOn = new FailOn(Severity.CRITICAL, false);

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = {
        "Only lines after this time, and lines that print no time: a time as logs print it, a time"
            + " of the last day of the files, or a span before their newest time.",
        "Example: --since 2h"
      })
  private @Nullable String since;

  @Option(
      names = "--baseline",
      paramLabel = "PATH",
      description = {
        "Files of the last good run: what changed since then, ranked by what it explains.",
        "Example: --baseline last-good/"
      })
  private @Nullable String baseline;

  @Option(
      names = "--describe",
      paramLabel = "CODE",
      description = {"Say what a finding means instead.", "Example: --describe gdr-disabled"})
  private @Nullable String describe;

  @Option(
      names = "--list",
      description = {"List the findings there can be instead.", "Example: --list"})
  private boolean list;

  @Option(
      names = "--redact",
      paramLabel = "DIR",
      description = {
        "Write a copy of the inputs there in which hosts, addresses, GUIDs, users and secrets are"
            + " replaced, each the same way everywhere, instead of a diagnosis.",
        "Example: --redact shared/"
      })
  private @Nullable String redact;

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = {
        "Plan file of what runs: its step and communicators are what is expected; --cluster"
            + " overrides its cluster.",
        "Example: --plan plan.yaml"
      })
  private @Nullable String plan;

  @Option(
      names = "--runbook",
      description = {
        "Print instead what to run on the cluster, in order, and what a healthy result is there.",
        "Example: --runbook --cluster dgx-h100:128"
      })
  private boolean runbook;

  @Option(
      names = "--emit-collect",
      description = {
        "Print the shell script that gathers on a machine, without Java, what is wanted here.",
        "Example: --emit-collect > collect.sh"
      })
  private boolean emitCollect;

  @Mixin private ReportOptions options = new ReportOptions();

  private final Terminal terminal;

  public DiagnoseCommand(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  @Override
  protected Answer answer() {
    if (emitCollect) {
      return Answer.of(CollectScript.text());
    }
    if (list) {
      return options.answer(CodeList.list());
    }
    if (describe != null) {
      return options.answer(CodeList.describe(describe));
    }
    if (runbook) {
      return options.answer(RunbookReport.of(runbook()));
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
    if (redact != null) {
      return options.answer(
          RedactionReport.of(Redactor.copy(files, InFile.of(redact, "--redact"))));
    }
    PlannedSteps.OnCluster planned = plan == null ? null : PlannedSteps.of(plan, cluster);
    Diagnosis diagnosis = diagnosis(planned, files);
    if (planned != null) {
      diagnosis = diagnosis.beside(planned.step());
    }
    Report report =
        options.html()
            ? DiagnosisReport.of(diagnosis, EvidenceContext.of(diagnosis, files))
            : DiagnosisReport.of(diagnosis);
    return options.answer(report, failOn.code(diagnosis));
  }

  private Diagnosis diagnosis(PlannedSteps.@Nullable OnCluster planned, List<Path> files) {
    try (ReadingProgress progress = new ReadingProgress(terminal)) {
      Diagnoser diagnoser = new Diagnoser(expectation(planned), after(files)).watchedBy(progress);
      return baseline == null
          ? diagnoser.diagnose(files)
          : diagnoser.diagnose(files, List.of(InFile.of(baseline, "--baseline")));
    }
  }

  private Runbook runbook() {
    if (plan != null) {
      PlannedSteps.OnCluster planned = PlannedSteps.of(plan, cluster);
      String name = cluster == null ? planned.cluster().name() : cluster;
      return Runbook.of(planned.cluster(), name, planned.step());
    }
    if (cluster == null) {
      throw Refusal.of("--runbook", "", "--cluster or --plan to write it for", "");
    }
    return Runbook.of(Named.cluster(cluster), cluster, null);
  }

  private Expectation expectation(PlannedSteps.@Nullable OnCluster planned) {
    if (planned != null) {
      String name = cluster == null ? planned.cluster().name() : cluster;
      return NcclExpectation.of(planned.cluster(), name);
    }
    return Expectations.of(cluster == null ? "" : cluster);
  }

  private @Nullable LogTime after(List<Path> files) {
    if (since == null) {
      return null;
    }
    Since read = Since.parse(since);
    if (!read.relative()) {
      return read.after(null);
    }
    if (files.stream().anyMatch(f -> Files.exists(f) && !UserFile.repeatable(f))) {
      String hint = "a pipe is read once, and its newest time comes last";
      throw Refusal.of("--since", since, "a time with its date", hint);
    }
    return read.after(NewestTime.of(files));
  }
}
