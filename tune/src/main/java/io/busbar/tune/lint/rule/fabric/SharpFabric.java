package io.busbar.tune.lint.rule.fabric;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.Locale;

/** SHARP on a network that does not have it. */
public final class SharpFabric extends Rule {
  public SharpFabric() {
    super("sharp-fabric");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    Facts cluster = context.cluster();
    boolean sharp =
        setting.is("NCCL_COLLNET_ENABLE", 1)
            || setting.name().startsWith("SHARP_COLL_")
            || (setting.name().startsWith("NCCL_SHARP_")
                && !setting.name().contains("DISABLE")
                && !setting.is("NCCL_SHARP_ENABLE"));
    if (cluster != null && sharp && !(cluster.infiniband() && cluster.sharp())) {
      boolean switches = cluster.infiniband();
      out.on(this, switches ? Severity.INFO : Severity.WARNING, setting)
          .variant(switches ? "switches" : "")
          .with("cluster", cluster.name())
          .with("network", cluster.network().name().toLowerCase(Locale.ROOT))
          .add();
    }
  }
}
