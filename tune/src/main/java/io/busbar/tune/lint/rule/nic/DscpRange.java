package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import java.util.Set;

/** DSCP values above 63: a traffic class was given. */
public final class DscpRange extends Rule {
  public DscpRange() {
    super("dscp-range");
  }

  @Override
  public Set<String> programs() {
    return Set.of("mlnx_qos");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
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
