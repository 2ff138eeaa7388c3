package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** More queue pairs per connection. */
public final class QueuePairs extends Rule {
  public QueuePairs() {
    super("queue-pairs");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    if (!setting.is("NCCL_IB_QPS_PER_CONNECTION") || setting.number().value() <= 1) {
      return;
    }
    Facts cluster = context.cluster();
    if (cluster != null && cluster.roce() && !cluster.adaptiveRouting()) {
      return;
    }
    String split =
        context.atLeast(20)
            ? "whole messages go round-robin over them (NCCL_IB_SPLIT_DATA_ON_QPS is 0 since 2.20)"
            : context.atLeast(18)
                ? "each message is cut over all of them (NCCL_IB_SPLIT_DATA_ON_QPS is 1 in 2.18 and"
                    + " 2.19)"
                : "each message is cut over all of them";
    out.on(this, Severity.INFO, setting)
        .variant(cluster != null && cluster.infiniband() ? "infiniband" : "")
        .with("split", split)
        .with("version", context.version())
        .add();
  }
}
