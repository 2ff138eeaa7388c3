package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.nccl.variable.Owner;
import io.busbar.nccl.variable.Variable;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import io.busbar.tune.lint.rule.Settings;
import java.util.Locale;
import java.util.Map;

/** Variables of a component that does not carry this traffic. */
public final class WrongOwner extends Rule {
  private static final Map<String, String> UCX =
      Map.of("UCX_IB_TRAFFIC_CLASS", "NCCL_IB_TC", "UCX_NET_DEVICES", "NCCL_IB_HCA");

  public WrongOwner() {
    super("wrong-owner");
  }

  @Override
  public void together(Settings settings, Context context, Hits out) {
    UCX.forEach((name, own) -> {
      boolean nccl = settings.effective().keySet().stream().anyMatch(n -> n.startsWith("NCCL_"));
      if (nccl && settings.get(own).isEmpty()) {
        settings.get(name).ifPresent(s -> out.on(this, Severity.INFO, s).with("own", own).add());
      }
    });
    Facts cluster = context.cluster();
    if (cluster != null) {
      for (Setting setting : settings.effective().values()) {
        fabric(setting, cluster, out);
      }
    }
  }

  private void fabric(Setting setting, Facts cluster, Hits out) {
    Variable variable = setting.variable();
    if (variable == null || !setting.known()) {
      return;
    }
    boolean verbs = variable.family().equals("infiniband-roce") && variable.owner() == Owner.NCCL;
    boolean efa = variable.owner() == Owner.OFI;
    if ((verbs && !cluster.verbs()) || (efa && cluster.network() != NetworkKind.EFA)) {
      out.on(this, Severity.INFO, setting)
          .variant("fabric")
          .with("owner", efa ? Owner.OFI.title() : "NCCL's InfiniBand and RoCE transport")
          .with("network", cluster.network().name().toLowerCase(Locale.ROOT))
          .with("cluster", cluster.name())
          .add();
    }
  }
}
