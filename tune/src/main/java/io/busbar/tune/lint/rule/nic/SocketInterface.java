package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Devices;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.List;

/** Interfaces for start-up and sockets. */
public final class SocketInterface extends Rule {
  public SocketInterface() {
    super("socket-interface");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    if (!setting.is("NCCL_SOCKET_IFNAME")) {
      return;
    }
    Devices devices = Devices.of(setting.value());
    Facts cluster = context.cluster();
    if (devices.excluding()) {
      return;
    }
    if (devices.entries().equals(List.of("lo"))) {
      boolean fails = cluster != null && cluster.nodes() > 1;
      out.on(this, fails ? Severity.CRITICAL : Severity.WARNING, setting).variant("loopback").add();
    } else if (!devices.ambiguous().isEmpty()) {
      out.on(this, Severity.INFO, setting)
          .variant("prefix")
          .with("first", devices.ambiguous().getFirst())
          .valueBecomes("=" + setting.value().strip())
          .add();
    } else if (!devices.exact() && !devices.entries().isEmpty()) {
      out.on(this, Severity.INFO, setting).add();
    }
  }
}
