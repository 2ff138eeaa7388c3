package io.busbar.tune.lint.rule.log;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import java.util.List;
import java.util.Set;

/** A trace kind of Nsight Systems that could not be confirmed. */
public final class NsysTrace extends Rule {
  public NsysTrace() {
    super("nsys-trace");
  }

  @Override
  public Set<String> programs() {
    return Set.of("nsys");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    String trace = command.option("--trace", "-t");
    if (List.of(trace.split(",")).contains("nccl")) {
      out.on(this, Severity.INFO, command).add();
    }
  }
}
