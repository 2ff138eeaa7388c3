package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;

/** A daemon that SHARP does not have any more. */
public final class SharpDaemon extends Rule {
  public SharpDaemon() {
    super("sharp-daemon");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    boolean service =
        command.runs("systemctl")
            || command.runs("service")
            || command.runs("pgrep")
            || command.runs("ps");
    boolean daemon =
        command.words().stream().anyMatch(w -> w.equals("sharpd") || w.equals("sharpd.service"));
    if (daemon && (service || command.runs("sharpd"))) {
      out.on(this, Severity.WARNING, command).add();
    }
  }
}
