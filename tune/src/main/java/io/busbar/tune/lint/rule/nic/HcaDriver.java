package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Devices;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.List;
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
    Facts cluster = context.cluster();
    List<String> there = cluster == null ? List.of() : cluster.hcas();
    if (cluster != null
        && devices.excluding()
        && !there.isEmpty()
        && there.stream().allMatch(devices::matches)) {
      out.on(this, Severity.CRITICAL, setting)
          .variant("none")
          .with("cluster", cluster.name())
          .removed()
          .add();
    } else if (!devices.drivers().isEmpty()) {
      driver(setting, devices, cluster, out);
    }
  }

  private void driver(Setting setting, Devices devices, @Nullable Facts cluster, Hits out) {
    String first = devices.drivers().getFirst();
    boolean known = cluster != null && !cluster.hcas().isEmpty();
    if (devices.exact()) {
      if (!known || devices.excluding()) { // Else hca-missing says it with the NICs that there are.
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
      if (known && cluster != null) {
        String list = "=" + String.join(",", cluster.hcas());
        hit.variant("cluster").with("cluster", cluster.name()).valueBecomes(list);
      }
      hit.add();
    }
  }
}
