package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.Assignment.Manner;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

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
