package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.nccl.variable.CInteger;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.Locale;

/** Times that NCCL_IB_TIMEOUT stands for. */
public final class RetryTimeout extends Rule {
  public RetryTimeout() {
    super("retry-timeout");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    CInteger number = setting.number();
    if (!setting.is("NCCL_IB_TIMEOUT") || !number.whole(setting.value().strip())) {
      return;
    }
    long exponent = number.value();
    if (exponent <= 0 || exponent > 31) {
      out.on(this, Severity.WARNING, setting).variant("infinite").add();
    } else if (exponent > 22) {
      double seconds = 4.096e-6 * Math.pow(2, exponent);
      out.on(this, Severity.INFO, setting)
          .with("seconds", String.format(Locale.ROOT, "%.1f", seconds))
          .add();
    }
  }
}
