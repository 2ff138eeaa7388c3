package io.busbar.tune.lint.rule.value;

import io.busbar.base.problem.Nearest;
import io.busbar.base.report.Severity;
import io.busbar.nccl.variable.ValueType;
import io.busbar.nccl.variable.Variable;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Numbers;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.List;

/** Words that are none of a variable. */
public final class EnumValue extends Rule {
  public EnumValue() {
    super("enum-value");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    Variable variable = setting.variable();
    if (variable == null
        || variable.type() != ValueType.ENUM
        || variable.allowed().words().isEmpty()
        || variable.allowed().accepts(Numbers.bare(setting))) {
      return;
    }
    List<String> words = variable.allowed().words();
    String nearest = Nearest.of(setting.value(), words).orElse(words.getFirst());
    out.on(this, Severity.WARNING, setting)
        .with("allowed", String.join(", ", words))
        .with("nearest", nearest)
        .add();
  }
}
