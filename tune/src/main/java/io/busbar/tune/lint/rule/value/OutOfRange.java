package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.nccl.variable.CInteger;
import io.busbar.nccl.variable.Variable;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Numbers outside of what a variable takes. */
public final class OutOfRange extends Rule {
  public OutOfRange() {
    super("out-of-range");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    Variable variable = setting.variable();
    CInteger number = setting.number();
    if (variable == null
        || !variable.type().integer()
        || !number.whole(setting.value().strip())
        || variable.allowed().accepts(number.value())
        || automatic(number.value())) {
      return;
    }
    out.on(this, Severity.WARNING, setting).with("allowed", variable.allowed().shown()).add();
  }

  /** What stands for automatic inside NCCL is harmless where somebody writes it. */
  private static boolean automatic(long number) {
    return number == -1 || number == -2;
  }
}
