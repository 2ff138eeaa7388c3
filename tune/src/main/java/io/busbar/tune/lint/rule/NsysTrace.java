package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;
import java.util.List;

/** A trace kind of Nsight Systems that could not be confirmed. */
public final class NsysTrace extends Rule {
  public NsysTrace() {
    super("nsys-trace");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    String trace = command.option("--trace", "-t");
    if (command.runs("nsys") && List.of(trace.split(",")).contains("nccl")) {
      out.on(this, Severity.INFO, command).add();
    }
  }
}
