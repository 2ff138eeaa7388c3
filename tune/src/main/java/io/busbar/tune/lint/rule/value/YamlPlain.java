package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.Assignment.Manner;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

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
