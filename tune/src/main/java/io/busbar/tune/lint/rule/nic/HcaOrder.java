package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Devices;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.List;
import java.util.regex.Pattern;

/** The belief that the order of NCCL_IB_HCA maps GPUs to NICs. */
public final class HcaOrder extends Rule {
  private static final Pattern BELIEF =
      Pattern.compile("(?i)\\bGPU|\\border|\\brail|\\bmap|\\bmatch|affinit");

  public HcaOrder() {
    super("hca-order");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    Devices devices = Devices.of(setting.value());
    if (setting.is("NCCL_IB_HCA")
        && !devices.excluding()
        && devices.entries().size() > 1
        && (BELIEF.matcher(setting.assignment().comment()).find() || !sorted(devices.entries()))) {
      out.on(this, Severity.INFO, setting).add();
    }
  }

  private static boolean sorted(List<String> entries) {
    for (int i = 1; i < entries.size(); i++) {
      String a = entries.get(i - 1);
      String b = entries.get(i);
      if (a.length() > b.length() || (a.length() == b.length() && a.compareTo(b) > 0)) {
        return false;
      }
    }
    return true;
  }
}
