package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Numbers;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Numbers with a leading zero, which C reads as octal. */
public final class Octal extends Rule {
  public Octal() {
    super("octal");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    if (Numbers.read(setting) && setting.number().octal()) {
      String digits = setting.value().strip();
      out.on(this, Severity.WARNING, setting)
          .with("read", setting.number().value())
          .with("decimal", digits.replaceFirst("^0+", ""))
          .add();
    }
  }
}
