package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;

/** DSCP values above 63: a traffic class was given. */
public final class DscpRange extends Rule {
  public DscpRange() {
    super("dscp-range");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    if (!command.runs("mlnx_qos")) {
      return;
    }
    for (int[] pair : HostQos.pairs(command)) {
      if (pair[0] > 63) {
        out.on(this, Severity.CRITICAL, command)
            .variant(pair[0] <= 255 ? "class" : "")
            .with("given", pair[0])
            .with("dscp", pair[0] >> 2)
            .with("priority", pair[1])
            .add();
      } else if (pair[1] > 7) {
        out.on(this, Severity.CRITICAL, command).variant("priority").with("given", pair[1]).add();
      }
    }
  }
}
