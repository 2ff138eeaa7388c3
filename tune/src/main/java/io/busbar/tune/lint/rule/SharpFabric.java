package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Facts;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;
import io.busbar.tune.lint.Setting;
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
            || (setting.name().startsWith("NCCL_SHARP_") && !setting.name().contains("DISABLE"));
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
