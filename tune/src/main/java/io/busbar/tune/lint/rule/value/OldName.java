package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.nccl.variable.Presence;
import io.busbar.nccl.variable.Status;
import io.busbar.nccl.variable.Variable;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Names that are still read and have a successor. */
public final class OldName extends Rule {
  public OldName() {
    super("old-name");
  }

  @Override
  public void name(Setting setting, Context context, Hits out) {
    Variable variable = setting.variable();
    if (variable == null
        || variable.presence(context.version()) != Presence.PRESENT
        || (variable.status() != Status.DEPRECATED && variable.status() != Status.RENAMED)) {
      return;
    }
    boolean already =
        NcclVersion.find(variable.statusSince())
            .filter(since -> !context.version().atLeast(since))
            .isPresent();
    if (!already) {
      out.on(this, Severity.INFO, setting)
          .variant(variable.replacements().isEmpty() ? "alone" : "")
          .with("owner", variable.owner().title())
          .with("instead", String.join(" or ", variable.replacements()))
          .with("since", variable.statusSince().isEmpty() ? "" : " since " + variable.statusSince())
          .add();
    }
  }
}
