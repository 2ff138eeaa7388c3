package io.busbar.tune.lint.rule.fabric;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import java.util.Set;

/** A daemon that SHARP does not have any more. */
public final class SharpDaemon extends Rule {
  public SharpDaemon() {
    super("sharp-daemon");
  }

  @Override
  public Set<String> programs() {
    return Set.of("sharpd", "sharpd.service");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    boolean service =
        command.runs("systemctl")
            || command.runs("service")
            || command.runs("pgrep")
            || command.runs("ps");
    if (service || command.words().getFirst().endsWith("sharpd")) {
      out.on(this, Severity.WARNING, command).add();
    }
  }
}
