package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.Assignment;
import io.busbar.formats.env.Assignment.Manner;
import io.busbar.formats.env.SourceKind;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.HashMap;
import java.util.Map;

/** A variable given twice, with the last one winning. */
public final class Duplicate extends Rule {
  public Duplicate() {
    super("duplicate");
  }

  @Override
  public void file(Context context, Hits out) {
    if (context.source().kind() == SourceKind.NCCL_LOG
        || context.source().kind() == SourceKind.MARKDOWN) {
      return;
    }
    Map<String, Setting> seen = new HashMap<>();
    for (Setting setting : context.settings()) {
      Assignment a = setting.assignment();
      if (a.conditional() || a.manner() == Manner.FORWARDED || a.manner() == Manner.MCA) {
        continue;
      }
      Setting before = seen.put(a.scope() + ' ' + a.name(), setting);
      if (before != null && !before.value().equals(setting.value())) {
        boolean command = a.manner() == Manner.COMMAND;
        out.on(this, command ? Severity.WARNING : Severity.INFO, setting)
            .with("before", before.value())
            .with("line", before.assignment().at().line())
            .add();
      }
    }
  }
}
