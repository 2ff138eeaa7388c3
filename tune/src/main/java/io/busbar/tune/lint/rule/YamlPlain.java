package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.Assignment.Manner;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;
import io.busbar.tune.lint.Setting;

/** Numbers without quotes where Kubernetes wants a text. */
public final class YamlPlain extends Rule {
  public YamlPlain() {
    super("yaml-plain");
  }

  @Override
  public void name(Setting setting, Context context, Hits out) {
    if (setting.assignment().manner() == Manner.YAML_PLAIN) {
      out.on(this, Severity.WARNING, setting).valueBecomes("\"" + setting.value() + "\"").add();
    }
  }
}
