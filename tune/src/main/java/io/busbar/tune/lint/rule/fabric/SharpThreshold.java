package io.busbar.tune.lint.rule.fabric;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Group sizes below which SHARP is not used. */
public final class SharpThreshold extends Rule {
  public SharpThreshold() {
    super("sharp-threshold");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    long least = setting.number().value();
    if (!setting.is("NCCL_SHARP_GROUP_SIZE_THRESH") || least <= 2) {
      return;
    }
    Facts cluster = context.cluster();
    boolean never = cluster != null && cluster.nodes() < least;
    Hits.Hit hit =
        out.on(this, Severity.WARNING, setting)
            .with("cluster", cluster == null ? "" : cluster.name())
            .with("nodes", cluster == null ? "" : cluster.nodes());
    hit.variant(never ? "never" : "").add();
  }
}
