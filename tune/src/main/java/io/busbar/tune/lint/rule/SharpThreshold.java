package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Facts;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;
import io.busbar.tune.lint.Setting;

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
