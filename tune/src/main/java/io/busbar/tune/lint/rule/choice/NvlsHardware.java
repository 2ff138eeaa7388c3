package io.busbar.tune.lint.rule.choice;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Choice;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** NVLS asked for where GPUs or switches cannot do it. */
public final class NvlsHardware extends Rule {
  public NvlsHardware() {
    super("nvls-hardware");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    Facts cluster = context.cluster();
    if (cluster == null || cluster.nvls()) {
      return;
    }
    boolean enabled = setting.is("NCCL_NVLS_ENABLE", 1);
    Choice choice = Choice.of(setting.value());
    boolean forced = setting.is("NCCL_ALGO") && choice.forces() && choice.nvls();
    if (enabled || forced) {
      boolean only = forced && choice.tokens().size() == 1;
      out.on(this, only ? Severity.CRITICAL : Severity.WARNING, setting)
          .variant(only ? "only" : "")
          .with("cluster", cluster.name())
          .with("gpu", cluster.gpu())
          .removed()
          .add();
    }
  }
}
