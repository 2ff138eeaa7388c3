package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Devices;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import org.jspecify.annotations.Nullable;

/** A driver's name in NCCL_IB_HCA: as a prefix it means all of its devices, exactly none. */
public final class HcaDriver extends Rule {
  public HcaDriver() {
    super("hca-driver");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    Devices devices = Devices.of(setting.value());
    if (!setting.is("NCCL_IB_HCA")) {
      return;
    }
    Facts facts = context.cluster();
    Facts cluster = facts == null || facts.hcas().isEmpty() ? null : facts;
    if (cluster != null
        && devices.excluding()
        && cluster.hcas().stream().allMatch(devices::matches)) {
      out.on(this, Severity.CRITICAL, setting)
          .variant("none")
          .with("cluster", cluster.name())
          .removed()
          .add();
    } else if (!devices.drivers().isEmpty()) {
      driver(setting, devices, cluster, out);
    }
  }

  /**
   * @param cluster one whose compute NICs are known, or null
   */
  private void driver(Setting setting, Devices devices, @Nullable Facts cluster, Hits out) {
    String first = devices.drivers().getFirst();
    if (devices.exact()) {
      if (cluster == null
          || devices.excluding()) { // Else hca-missing says it with the NICs that there are.
        boolean all = devices.drivers().size() == devices.entries().size() && !devices.excluding();
        out.on(this, all ? Severity.CRITICAL : Severity.WARNING, setting)
            .variant(devices.excluding() ? "exact-excluded" : "exact")
            .with("first", first)
            .add();
      }
    } else if (devices.excluding()) {
      out.on(this, Severity.WARNING, setting).variant("excluded").with("first", first).add();
    } else {
      Hits.Hit hit = out.on(this, Severity.INFO, setting).with("first", first);
      if (cluster != null) {
        hit.variant("cluster").with("cluster", cluster.name()).valueBecomes(cluster.exactly());
      }
      hit.add();
    }
  }
}
