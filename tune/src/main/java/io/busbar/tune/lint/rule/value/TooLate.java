package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.Assignment;
import io.busbar.formats.env.PythonCall;
import io.busbar.formats.env.SourceKind;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Variables that Python sets after NCCL has read them. */
public final class TooLate extends Rule {
  public TooLate() {
    super("too-late");
  }

  @Override
  public void file(Context context, Hits out) {
    if (context.source().kind() != SourceKind.PYTHON) {
      return;
    }
    int start = Integer.MAX_VALUE;
    for (PythonCall call : context.source().calls()) {
      if (call.function().equals("init_process_group")) {
        start = Math.min(start, call.at().line());
      }
    }
    for (Setting setting : context.settings()) {
      Assignment a = setting.assignment();
      if (a.at().line() > start && a.alone()) {
        out.on(this, Severity.WARNING, setting).with("line", start).add();
      }
    }
  }
}
