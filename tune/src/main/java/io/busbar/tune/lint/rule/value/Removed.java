package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.nccl.variable.Presence;
import io.busbar.nccl.variable.Status;
import io.busbar.nccl.variable.Variable;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Variables that the version does not read any more. */
public final class Removed extends Rule {
  public Removed() {
    super("removed");
  }

  @Override
  public void name(Setting setting, Context context, Hits out) {
    Variable variable = setting.variable();
    if (variable == null || variable.presence(context.version()) != Presence.GONE) {
      return;
    }
    String until = variable.until() == null ? "an older version" : variable.until().toString();
    Hits.Hit hit =
        out.on(this, Severity.WARNING, setting)
            .with("owner", variable.owner().title())
            .with("version", context.version())
            .with("until", until)
            .with("instead", String.join(" or ", variable.replacements()));
    boolean renamed = variable.status() == Status.RENAMED && variable.replacements().size() == 1;
    (renamed ? hit.nameBecomes(variable.replacements().getFirst()) : hit.removed())
        .variant(variable.replacements().isEmpty() ? "gone" : renamed ? "renamed" : "")
        .add();
  }
}
