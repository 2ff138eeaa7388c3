package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import java.util.List;
import java.util.Set;

/** Pause on other priorities than the one that RoCE uses. */
public final class PausePriority extends Rule {
  public PausePriority() {
    super("pause-priority");
  }

  @Override
  public Set<String> programs() {
    return Set.of("mlnx_qos");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    List<Integer> paused = HostQos.paused(command);
    HostQos host = HostQos.of(context);
    for (int[] pair : HostQos.pairs(command)) {
      if (pair[0] <= 63 && !host.paused().isEmpty() && !host.paused().contains(pair[1])) {
        out.on(this, Severity.WARNING, command)
            .with("dscp", pair[0])
            .with("priority", pair[1])
            .with("paused", host.paused())
            .add();
      }
    }
    if (paused.size() > 2) {
      out.on(this, Severity.INFO, command).variant("many").with("paused", paused).add();
    }
  }
}
