package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.nccl.variable.Presence;
import io.busbar.nccl.variable.Variable;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Variables that a later version introduced. */
public final class NotYet extends Rule {
  public NotYet() {
    super("not-yet");
  }

  @Override
  public void name(Setting setting, Context context, Hits out) {
    Variable variable = setting.variable();
    if (variable != null && variable.presence(context.version()) == Presence.NOT_YET) {
      out.on(this, Severity.WARNING, setting)
          .with("version", context.version())
          .with("since", String.valueOf(variable.since()))
          .with("meaning", variable.meaning())
          .add();
    }
  }
}
