package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.nccl.variable.Variable;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Numbers;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Texts where NCCL reads a number. */
public final class NotANumber extends Rule {
  public NotANumber() {
    super("not-a-number");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    String text = setting.value().strip();
    boolean quoted = text.startsWith("\"") || text.startsWith("'");
    if (Numbers.read(setting)
        && !quoted
        && setting.number().used() == 0
        && !BooleanWord.matches(text)) {
      Variable variable = setting.variable();
      String allowed = variable == null ? "" : variable.allowed().shown();
      out.on(this, Severity.WARNING, setting)
          .with("allowed", allowed.isEmpty() ? "a number" : allowed)
          .add();
    }
  }
}
