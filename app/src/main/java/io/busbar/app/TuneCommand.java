package io.busbar.app;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Severity;
import io.busbar.formats.env.EnvFiles;
import io.busbar.formats.env.EnvReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.tune.lint.Facts;
import io.busbar.tune.lint.Lint;
import io.busbar.tune.lint.LintReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code busbar tune}: how NCCL is configured; today the lint of what is there. */
@Command(
    name = "tune",
    description = "Check how NCCL is configured: scripts, environments, logs, host commands.",
    footer = {
      "  busbar tune --check train.sh",
      "  busbar tune --check launch/ nccl.conf --nccl 2.24.3 --cluster dgx-h100:128",
      "  busbar tune --check train.sh --fix",
      "  busbar tune --check job.log --format json --fail-on warning"
    })
final class TuneCommand extends BusbarCommand {
  @Option(
      names = "--check",
      arity = "1..*",
      paramLabel = "FILE",
      description = {
        "Look for mistakes in these files, and in all files below these folders: shell and SLURM"
            + " scripts, env listings, nccl.conf, Dockerfiles, Kubernetes YAML, Python, NCCL logs.",
        "Example: --check train.sh nccl.conf"
      })
  private List<String> check = List.of();

  @Option(
      names = "--nccl",
      paramLabel = "VERSION",
      description = {
        "The NCCL that reads the settings; otherwise what a log says, else the newest known.",
        "Example: --nccl 2.24.3"
      })
  private @Nullable String nccl;

  @Option(
      names = "--cluster",
      paramLabel = "CLUSTER",
      description = {
        "Where it runs, so that devices and fabric can be compared.",
        "Example: --cluster dgx-h100:128"
      })
  private @Nullable String cluster;

  @Option(
      names = "--fix",
      description = {
        "Write the corrected text beside each file, as FILE.fixed; the file itself stays.",
        "Example: --check train.sh --fix"
      })
  private boolean fix;

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      converter = SeverityConverter.class,
      description = {
        "Exit with 1 when a finding is this severe: critical (the default), warning, info.",
        "Example: --fail-on warning"
      })
  private Severity failOn = Severity.CRITICAL;

  @Mixin private ReportOptions options = new ReportOptions();

  TuneCommand(Terminal terminal) {
    super(terminal);
  }

  /** For picocli. */
  static final class SeverityConverter extends EnumConverter<Severity> {
    SeverityConverter() {
      super(Severity.class);
    }
  }

  @Override
  protected Answer answer() {
    if (check.isEmpty()) {
      throw new InputException(
          new Problem(Position.of("--check"), "", "", "a file or folder to check", ""));
    }
    return check();
  }

  private Answer check() {
    Problems problems = new Problems();
    NcclVersion version =
        nccl == null ? null : NcclVersion.parse(nccl, Position.of("--nccl"), problems).orElse(null);
    Cluster where =
        cluster == null ? null : Clusters.parse(cluster, Position.of("--cluster"), problems);
    problems.throwIfAny();
    List<Path> names = check.stream().map(name -> InFile.of(name, "--check")).toList();
    EnvFiles.Found found = EnvFiles.find(names);
    List<String> notes = new ArrayList<>(found.notes());
    Lint lint = new Lint(version, where == null ? null : Facts.of(where));
    for (Path file : found.files()) {
      String text = EnvFiles.text(file, notes);
      if (text != null) {
        lint.add(EnvReader.read(file.toString(), text));
      }
    }
    Lint.Result result = lint.finish(notes);
    List<String> written = List.of();
    Answer answer =
        options.answer(LintReport.of(result, where == null ? "" : where.name(), written));
    boolean failed = result.findings().stream().anyMatch(f -> f.severity().compareTo(failOn) >= 0);
    return new Answer(answer.text(), failed ? ExitCodes.FOUND : ExitCodes.DONE);
  }
}
