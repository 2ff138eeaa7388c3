package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.EnvSource.Remark;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import java.util.regex.Pattern;

/** A port that is polling taken for a healthy one. */
public final class IbstatState extends Rule {
  private static final Pattern POLLING = Pattern.compile("(?i)active\\W{1,4}polling");

  public IbstatState() {
    super("ibstat-state");
  }

  @Override
  public void file(Context context, Hits out) {
    for (Remark remark : context.source().remarks()) {
      if (POLLING.matcher(remark.text()).find()) {
        out.on(this, Severity.WARNING, remark.at(), remark.text()).add();
      }
    }
  }
}
