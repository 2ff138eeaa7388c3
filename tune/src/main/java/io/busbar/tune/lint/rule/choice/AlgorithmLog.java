package io.busbar.tune.lint.rule.choice;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.EnvSource.Remark;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import io.busbar.tune.lint.rule.Settings;
import java.util.Optional;
import java.util.regex.Pattern;

/** The belief that NCCL_DEBUG=INFO shows which algorithm is chosen. */
public final class AlgorithmLog extends Rule {
  private static final Pattern BELIEF =
      Pattern.compile("(?i)algorithm (selection|choice|chosen)|chosen algorithm|which algorithm");

  public AlgorithmLog() {
    super("algorithm-log");
  }

  @Override
  public void together(Settings settings, Context context, Hits out) {
    Optional<Setting> debug =
        settings.get("NCCL_DEBUG").filter(d -> BELIEF.matcher(d.assignment().comment()).find());
    boolean shown =
        settings
            .get("NCCL_DEBUG_SUBSYS")
            .filter(s -> s.value().matches("(?i).*\\b(TUNING|ALL)\\b.*"))
            .isPresent();
    if (debug.isPresent() && !shown) {
      out.on(this, Severity.INFO, debug.get()).add();
    }
  }

  @Override
  public void file(Context context, Hits out) {
    for (Remark remark : context.source().remarks()) {
      if (remark.text().contains("NCCL_DEBUG=INFO") && BELIEF.matcher(remark.text()).find()) {
        out.on(this, Severity.INFO, remark.at(), remark.text()).with("value", "INFO").add();
      }
    }
  }
}
