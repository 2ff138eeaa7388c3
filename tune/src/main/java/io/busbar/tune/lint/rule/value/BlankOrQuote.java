package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.nccl.variable.Variable;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Numbers;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Blanks and quotes that became part of a value. */
public final class BlankOrQuote extends Rule {
  public BlankOrQuote() {
    super("blank-or-quote");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    Variable variable = setting.variable();
    String value = setting.value();
    String bare = Numbers.bare(setting);
    if (variable == null || bare.equals(value)) {
      return;
    }
    boolean quoted = !bare.equals(value.strip());
    if (quoted && !variable.owner().followsNccl()) {
      return;
    }
    boolean harmless = variable.type().integer() && !quoted;
    out.on(this, harmless ? Severity.INFO : Severity.WARNING, setting)
        .variant(quoted ? "quote" : harmless ? "number" : "")
        .with("shown", value.replace("\r", "\\r").replace("\t", "\\t"))
        .valueBecomes(bare)
        .add();
  }
}
