package io.busbar.app.command.nccl;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.ExitCodes;
import io.busbar.app.call.InFile;
import io.busbar.app.call.OutFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.EnumConverter;
import io.busbar.app.option.Named;
import io.busbar.app.option.ReportOptions;
import io.busbar.app.option.SeverityConverter;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Severity;
import io.busbar.formats.env.EnvFiles;
import io.busbar.formats.env.EnvReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.tune.advice.AdviceReport;
import io.busbar.tune.advice.Form;
import io.busbar.tune.advice.Recommendation;
import io.busbar.tune.advice.Site;
import io.busbar.tune.lint.Correction;
import io.busbar.tune.lint.Lint;
import io.busbar.tune.lint.LintReport;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.LintFinding;
import io.busbar.tune.roce.FabricSide;
import io.busbar.tune.roce.SwitchText.Vendor;
import io.busbar.tune.tuner.TunerTable;
import io.busbar.tune.tuner.TunerText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code busbar tune}: how to configure NCCL on a cluster, and the lint of what is there. */
@Command(
    name = "tune",
    description =
        "Say which few settings NCCL needs on a cluster and why; with --check find mistakes in what"
            + " is set: scripts, environments, logs, host commands.",
    footer = {
      "  busbar tune --cluster dgx-h100:16",
      "  busbar tune --cluster hgx-roce.yaml --nccl 2.27.7 --emit env",
      "  busbar tune --plan plan.yaml --tuner tuner.csv",
      "  busbar tune --check train.sh",
      "  busbar tune --check launch/ nccl.conf --nccl 2.24.3 --cluster dgx-h100:128",
      "  busbar tune --check train.sh --fix",
      "  busbar tune --check switches/ mlnx_qos.txt train.sh",
      "  busbar tune --cluster hgx-roce.yaml --switch sonic",
      "  busbar tune --check job.log --format json --fail-on warning"
    })
public final class TuneCommand extends BusbarCommand {
  @Option(
      names = "--check",
      arity = "1..*",
      paramLabel = "FILE",
      description = {
        "Look for mistakes in these files, and in all files below these folders: shell and SLURM"
            + " scripts, env listings, nccl.conf, Dockerfiles, Kubernetes YAML, Python, NCCL logs;"
            + " and of RoCE fabrics switch configurations (SONiC config_db.json, Arista EOS,"
            + " Cumulus NVUE, NX-OS) beside the output of mlnx_qos, whatever differs between them.",
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
        "Where it runs: a name of the catalogue with a count of nodes, or a cluster file.",
        "Example: --cluster dgx-h100:128"
      })
  private @Nullable String cluster;

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = {
        "Plan file whose communicators count instead of the whole cluster; --cluster overrides its"
            + " cluster.",
        "Example: --plan plan.yaml"
      })
  private @Nullable String plan;

  @Option(
      names = "--emit",
      paramLabel = "FORM",
      converter = FormConverter.class,
      description = {
        "Print the settings alone, to be pasted: env, nccl.conf, k8s or slurm.",
        "Example: --emit nccl.conf"
      })
  private @Nullable Form emit;

  @Option(
      names = "--switch",
      paramLabel = "VENDOR",
      converter = VendorConverter.class,
      description = {
        "Print what the switches of a RoCE fabric are to be set to instead: sonic (a part of"
            + " config_db.json), eos (Arista), nvue (Cumulus) or nx-os (Cisco).",
        "Example: --switch eos"
      })
  private @Nullable Vendor vendor;

  @Option(
      names = "--tuner",
      paramLabel = "FILE",
      description = {
        "Also write the file of NCCL's example tuner plugin with the predicted best choices.",
        "Example: --tuner tuner.csv"
      })
  private @Nullable String tuner;

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

  public TuneCommand(Terminal terminal) {
    super(terminal);
  }

  /** Forms as the option writes them. */
  static final class FormConverter extends EnumConverter<Form> {
    FormConverter() {
      super(Form.class, Form::id);
    }
  }

  /** Vendors as the option writes them. */
  static final class VendorConverter extends EnumConverter<Vendor> {
    VendorConverter() {
      super(Vendor.class, Vendor::id);
    }
  }

  @Override
  protected Answer answer() {
    if (check.isEmpty()) {
      return advise();
    }
    String other =
        plan != null
            ? "--plan"
            : emit != null
                ? "--emit"
                : tuner != null ? "--tuner" : vendor != null ? "--switch" : "";
    if (!other.isEmpty()) {
      String hint = "--check finds mistakes in files; without it settings are advised";
      throw Refusal.of(other, "--check", other + " without --check", hint);
    }
    return check();
  }

  private Answer advise() {
    if (cluster == null && plan == null) {
      String expected = "--cluster or --plan to advise on, or --check with files";
      throw Refusal.of("tune", "", expected, "");
    }
    Problems problems = new Problems();
    NcclVersion version = Named.nccl(nccl, problems).orElse(NcclVersion.newest());
    if (tuner != null && !version.atLeast(TunerText.FIRST)) {
      String expected = TunerText.FIRST + " or later";
      String hint = "the example plugin of older versions reads no such file";
      problems.add(Position.of("--nccl"), "", version.toString(), expected, hint);
    }
    problems.throwIfAny();
    Site site = TuneSite.of(cluster, plan, version);
    if (tuner != null) {
      TunerTable.Made made = TunerTable.of(site.time(), site.groups());
      OutFile.write("--tuner", tuner, TunerText.of(made, site.cluster().name(), version));
    }
    Recommendation answer = Recommendation.of(site, nccl == null);
    if (vendor != null) {
      FabricSide fabric = answer.fabric();
      if (fabric == null) {
        String expected = "a cluster with RoCE";
        throw Refusal.of("--switch", vendor.id(), expected, site.cluster().name() + " has none");
      }
      return Answer.of(vendor.text(fabric));
    }
    return emit == null ? options.answer(AdviceReport.of(answer)) : Answer.of(emit.text(answer));
  }

  private Answer check() {
    Problems problems = new Problems();
    NcclVersion version = Named.nccl(nccl, problems).orElse(null);
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
    List<String> written = fix ? corrected(result) : List.of();
    return options.answer(
        LintReport.of(result, where == null ? "" : where.name(), written),
        ExitCodes.of(result.findings().stream().map(LintFinding::severity), failOn));
  }

  /** Writes corrected texts and returns the names of their files. */
  private static List<String> corrected(Lint.Result result) {
    List<String> written = new ArrayList<>();
    result
        .edits()
        .forEach((file, edits) -> {
          String text = EnvFiles.text(Path.of(file), new ArrayList<>());
          if (text != null) {
            String name = file + EnvFiles.CORRECTED;
            OutFile.write("--fix", name, Correction.apply(text, edits));
            written.add(name);
          }
        });
    return written;
  }
}
