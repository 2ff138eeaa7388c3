package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Devices;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.ArrayList;
import java.util.List;

/**
 * Devices that NCCL_IB_HCA selects and that are none of the nodes' compute NICs. Excluding others
 * is right: they serve storage or management.
 */
public final class HcaMissing extends Rule {
  public HcaMissing() {
    super("hca-missing");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    Facts cluster = context.cluster();
    if (!setting.is("NCCL_IB_HCA") || cluster == null || cluster.hcas().isEmpty()) {
      return;
    }
    Devices devices = Devices.of(setting.value());
    if (devices.excluding()) {
      return;
    }
    List<String> missing = new ArrayList<>();
    for (String entry : devices.entries()) {
      boolean there =
          cluster.hcas().stream()
              .anyMatch(hca -> devices.exact() ? hca.equals(entry) : hca.startsWith(entry));
      if (!there) {
        missing.add(entry);
      }
    }
    if (!missing.isEmpty()) {
      boolean all = missing.size() == devices.entries().size();
      out.on(this, all ? Severity.CRITICAL : Severity.WARNING, setting)
          .variant(all ? "all" : "")
          .with("missing", String.join(", ", missing))
          .with("there", String.join(", ", cluster.hcas()))
          .with("cluster", cluster.name())
          .add();
    }
  }
}
