package io.busbar.tune.lint.rule.choice;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Choice;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Numbers;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** A list in NCCL_ALGO or NCCL_PROTO that shuts the others out. */
public final class ChoiceForced extends Rule {
  public ChoiceForced() {
    super("choice-forced");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    Choice choice = Choice.of(Numbers.bare(setting));
    if (!choice.forces()) {
      return;
    }
    if (setting.is("NCCL_PROTO")) {
      boolean simple = choice.names("Simple") && choice.tokens().size() == 1;
      boolean unsafe = choice.names("LL128");
      out.on(this, Severity.WARNING, setting)
          .variant(simple ? "simple" : unsafe ? "ll128" : "protocol")
          .removed()
          .add();
    } else if (setting.is("NCCL_ALGO")) {
      boolean nvls = choice.nvls() && choice.tokens().size() == 1;
      boolean fails = nvls && choice.names("NVLS") && context.atLeast(24);
      out.on(this, fails ? Severity.CRITICAL : Severity.WARNING, setting)
          .variant(fails ? "nvls-fails" : nvls ? "nvls" : "")
          .removed()
          .add();
    }
  }
}
