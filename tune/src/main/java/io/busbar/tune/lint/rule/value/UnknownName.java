package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.nccl.variable.Status;
import io.busbar.nccl.variable.Variable;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.Locale;
import java.util.Optional;

/** Names that no component reads, in any version. */
public final class UnknownName extends Rule {
  public UnknownName() {
    super("unknown-name");
  }

  @Override
  public void name(Setting setting, Context context, Hits out) {
    Variable variable = setting.variable();
    if (variable == null) {
      misspelt(setting, context, out);
    } else if (variable.status() == Status.NEVER) {
      invented(setting, variable, out);
    }
  }

  private void misspelt(Setting setting, Context context, Hits out) {
    String name = setting.name();
    if (!name.chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c))) {
      return; // said by the rule about the syntax of nccl.conf
    }
    Optional<Variable> nearest = context.variables().nearest(name);
    Hits.Hit hit = out.on(this, Severity.WARNING, setting);
    if (nearest.isEmpty()) {
      hit.variant("alone").add();
      return;
    }
    String wanted = nearest.get().name();
    boolean sure = plain(name).equals(plain(wanted)) || plain(wanted).endsWith(plain(name));
    hit.with("nearest", wanted).with("meaning", nearest.get().meaning());
    (sure ? hit.nameBecomes(wanted) : hit).add();
  }

  private static String plain(String name) {
    return name.toUpperCase(Locale.ROOT).replace("_", "");
  }

  private void invented(Setting setting, Variable variable, Hits out) {
    Hits.Hit hit =
        out.on(this, Severity.WARNING, setting)
            .variant("invented")
            .with("what", variable.meaning());
    if (setting.is("NCCL_SHARP_ENABLE") && setting.number().value() == 1) {
      hit.nameBecomes("NCCL_COLLNET_ENABLE").variant("sharp");
    } else {
      hit.removed();
    }
    hit.add();
  }
}
