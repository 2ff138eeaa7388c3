package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import java.util.Set;

/** A DSCP mapping on ports that do not trust DSCP. */
public final class QosTrust extends Rule {
  public QosTrust() {
    super("qos-trust");
  }

  @Override
  public Set<String> programs() {
    return Set.of("mlnx_qos");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    if (!HostQos.pairs(command).isEmpty() && !HostQos.of(context).trustDscp()) {
      out.on(this, Severity.WARNING, command).add();
    }
  }
}
