package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Devices;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.List;

/** NCCL_IB_HCA that leaves NICs of the node out: the bandwidth of the rest is lost. */
public final class HcaPartial extends Rule {
  public HcaPartial() {
    super("hca-partial");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    Facts cluster = context.cluster();
    if (!setting.is("NCCL_IB_HCA") || cluster == null || cluster.hcas().isEmpty()) {
      return;
    }
    Devices devices = Devices.of(setting.value());
    List<String> used =
        cluster.hcas().stream().filter(h -> devices.matches(h) != devices.excluding()).toList();
    if (devices.entries().isEmpty() || used.isEmpty() || used.size() == cluster.hcas().size()) {
      return;
    }
    boolean half = used.size() * 2 <= cluster.hcas().size();
    out.on(this, half ? Severity.CRITICAL : Severity.WARNING, setting)
        .with("used", used.size())
        .with("all", cluster.hcas().size())
        .with("cluster", cluster.name())
        .with("list", cluster.exactly())
        .valueBecomes(cluster.exactly())
        .add();
  }
}
