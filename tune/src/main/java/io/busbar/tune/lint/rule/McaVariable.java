package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.Assignment.Manner;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;
import io.busbar.tune.lint.Setting;

/** Environment variables given as parameters of MPI. */
public final class McaVariable extends Rule {
  public McaVariable() {
    super("mca-variable");
  }

  @Override
  public void name(Setting setting, Context context, Hits out) {
    if (setting.assignment().manner() == Manner.MCA) {
      out.on(this, Severity.WARNING, setting).add();
    }
  }
}
