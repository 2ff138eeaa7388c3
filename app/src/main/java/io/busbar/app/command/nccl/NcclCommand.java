package io.busbar.app.command.nccl;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.Named;
import io.busbar.app.option.ReportOptions;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Report;
import io.busbar.nccl.variable.Variables;
import io.busbar.nccl.variable.VariablesReport;
import io.busbar.nccl.version.NcclVersion;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar nccl}: what is known of NCCL's variables. */
@Command(
    name = "nccl",
    description = "Explain the variables of NCCL, its plugins, SHARP, PyTorch and nccl-tests.",
    footer = {
      "  busbar nccl vars",
      "  busbar nccl vars IB --nccl 2.24.3",
      "  busbar nccl vars 'NCCL_*_ENABLE'",
      "  busbar nccl var NCCL_IB_HCA",
      "  busbar nccl var NCCL_IB_TIMEOUT --nccl 2.18 --format json"
    })
public final class NcclCommand extends BusbarCommand {
  private static final List<String> QUESTIONS = List.of("vars", "var");

  @Parameters(
      index = "0",
      paramLabel = "QUESTION",
      description = {"vars for a list, var for all about one.", "Example: vars"})
  private String question = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description = {
        "Of vars a part of a name, a pattern with *, a family or an owner; of var a name.",
        "Example: NCCL_IB_*"
      })
  private @Nullable String name;

  @Option(
      names = "--nccl",
      paramLabel = "VERSION",
      description = {"Only what this version reads, with its defaults.", "Example: --nccl 2.24.3"})
  private @Nullable String nccl;

  @Mixin private ReportOptions options = new ReportOptions();

  public NcclCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    Problems problems = new Problems();
    if (!QUESTIONS.contains(question)) {
      String hint = Nearest.hint(question, QUESTIONS);
      problems.add(Position.of("QUESTION"), "", question, "vars or var", hint);
    }
    NcclVersion version = Named.nccl(nccl, problems).orElse(null);
    problems.throwIfAny();
    return options.answer(report(version));
  }

  private Report report(@Nullable NcclVersion version) {
    Variables variables = Variables.standard();
    String wanted = name == null ? "" : name;
    if (question.equals("vars")) {
      return VariablesReport.list(variables, wanted, version);
    }
    return variables
        .find(wanted.toUpperCase(Locale.ROOT))
        .map(variable -> VariablesReport.one(variable, version))
        .orElseThrow(() -> {
          String hint =
              variables.nearest(wanted).map(v -> "did you mean '" + v.name() + "'?").orElse("");
          return Refusal.of("NAME", wanted, "the name of a variable that is read", hint);
        });
  }
}
