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

/** Names in NCCL_IB_HCA that as prefixes match more devices than meant. */
public final class HcaPrefix extends Rule {
  public HcaPrefix() {
    super("hca-prefix");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    Devices devices = Devices.of(setting.value());
    if (!setting.is("NCCL_IB_HCA") || devices.ambiguous().isEmpty()) {
      return;
    }
    String first = devices.ambiguous().getFirst();
    Hits.Hit hit;
    Facts cluster = context.cluster();
    if (cluster != null && !cluster.hcas().isEmpty()) {
      List<String> more =
          cluster.hcas().stream()
              .filter(hca -> devices.matches(hca) && !devices.entries().contains(hca))
              .toList();
      if (more.isEmpty()) {
        return;
      }
      hit =
          out.on(this, Severity.WARNING, setting)
              .variant("cluster")
              .with("more", String.join(", ", more))
              .with("cluster", cluster.name());
    } else {
      hit = out.on(this, Severity.WARNING, setting);
    }
    hit.with("first", first).valueBecomes(corrected(setting, devices, cluster)).add();
  }

  /** Exactly these names; where they leave NICs of the cluster out, the list that does not. */
  private static String corrected(Setting setting, Devices devices, @Nullable Facts cluster) {
    if (cluster != null
        && cluster.hcas().stream()
            .anyMatch(hca -> devices.entries().contains(hca) == devices.excluding())) {
      return cluster.exactly();
    }
    String value = setting.value().strip();
    return value.startsWith("^") ? "^=" + value.substring(1) : "=" + value;
  }
}
