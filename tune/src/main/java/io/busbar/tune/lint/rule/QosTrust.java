package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;

/** A DSCP mapping on ports that do not trust DSCP. */
public final class QosTrust extends Rule {
  public QosTrust() {
    super("qos-trust");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    if (command.runs("mlnx_qos")
        && !HostQos.pairs(command).isEmpty()
        && !HostQos.of(context).trustDscp()) {
      out.on(this, Severity.WARNING, command).add();
    }
  }
}
