package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.Assignment;
import io.busbar.formats.env.Assignment.Manner;
import io.busbar.formats.env.SourceKind;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Shell variables that no process sees. */
public final class NotExported extends Rule {
  public NotExported() {
    super("not-exported");
  }

  @Override
  public void name(Setting setting, Context context, Hits out) {
    Assignment a = setting.assignment();
    if (a.manner() == Manner.UNEXPORTED && a.known()) {
      boolean image = context.source().kind() == SourceKind.DOCKERFILE;
      out.on(this, Severity.WARNING, setting)
          .variant(image ? "image" : "")
          .with("line", a.name() + "=" + a.value())
          .add();
    }
  }
}
