package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.Assignment;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import java.util.Set;

/** cma_roce_tos taken for what sets NCCL traffic. */
public final class CmaTos extends Rule {
  public CmaTos() {
    super("cma-tos");
  }

  @Override
  public void file(Context context, Hits out) {
    for (Assignment a : context.source().assignments()) {
      if (a.name().equals("cma_roce_tos")) {
        out.on(this, Severity.WARNING, a.at(), a.name() + "=" + a.value()).add();
      }
    }
  }

  @Override
  public Set<String> programs() {
    return Set.of("cma_roce_tos");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    if (!command.words().getFirst().contains("=")) {
      String tos = command.option("-t");
      boolean wrong = tos.matches("\\d+") && (tos.length() > 3 || Integer.parseInt(tos) > 255);
      if (wrong) {
        out.on(this, Severity.CRITICAL, command).variant("range").with("given", tos).add();
      } else if (context.settings().stream().noneMatch(s -> s.is("NCCL_IB_TC"))) {
        out.on(this, Severity.INFO, command).variant("command").add();
      }
    }
  }
}
