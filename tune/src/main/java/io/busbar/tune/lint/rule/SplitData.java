package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;
import io.busbar.tune.lint.Settings;

/** Splitting over queue pairs when there is one. */
public final class SplitData extends Rule {
  public SplitData() {
    super("split-data");
  }

  @Override
  public void together(Settings settings, Context context, Hits out) {
    boolean one =
        settings.get("NCCL_IB_QPS_PER_CONNECTION").filter(q -> q.number().value() > 1).isEmpty();
    if (settings.has("NCCL_IB_SPLIT_DATA_ON_QPS", 1) && one) {
      out.on(this, Severity.INFO, settings.effective().get("NCCL_IB_SPLIT_DATA_ON_QPS")).add();
    }
  }
}
