package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.Map;

/** Transports that a workaround of once switched off. */
public final class TransportOff extends Rule {
  private static final Map<String, String> SWITCHES =
      Map.of(
          "NCCL_P2P_DISABLE", "NVLink and PCIe transfers between GPUs; they go through host memory",
          "NCCL_SHM_DISABLE", "shared memory inside a node",
          "NCCL_IB_DISABLE", "InfiniBand and RoCE; TCP sockets carry everything",
          "NCCL_NVB_DISABLE", "NVLink paths through an intermediate GPU",
          "NCCL_DMABUF_ENABLE", "registration of GPU memory by dma-buf");

  public TransportOff() {
    super("transport-off");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    String lost = SWITCHES.get(setting.name());
    boolean enable = setting.name().endsWith("_ENABLE");
    Facts cluster = context.cluster();
    boolean elsewhere = setting.is("NCCL_IB_DISABLE") && cluster != null && !cluster.verbs();
    boolean off = setting.is(setting.name(), enable ? 0 : 1);
    boolean level = setting.is("NCCL_P2P_LEVEL") && setting.value().equals("LOC");
    if ((lost != null && off && !elsewhere) || level) {
      boolean network = setting.is("NCCL_IB_DISABLE");
      boolean minor = setting.is("NCCL_NVB_DISABLE") || setting.is("NCCL_DMABUF_ENABLE");
      out.on(this, minor ? Severity.INFO : network ? Severity.CRITICAL : Severity.WARNING, setting)
          .with("lost", lost == null ? String.valueOf(SWITCHES.get("NCCL_P2P_DISABLE")) : lost)
          .add();
    } else if (setting.is("NCCL_NET")
        && setting.value().equalsIgnoreCase("Socket")
        && cluster != null
        && cluster.verbs()) {
      out.on(this, Severity.WARNING, setting)
          .with("lost", String.valueOf(SWITCHES.get("NCCL_IB_DISABLE")))
          .add();
    }
  }
}
